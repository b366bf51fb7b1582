/** `npm start`: opens the Studio in its desktop window if possible, otherwise in the browser. */
import { ifSupported } from '../../bin/supported.mjs'

ifSupported(() => import('./studio.mjs'))
