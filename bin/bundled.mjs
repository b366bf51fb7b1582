/** Entry of the bundled command line, `out/node/cli.js`, which installed copies start directly. */
import { ifSupported } from './supported.mjs'

ifSupported(() => import('../src/cli/cli.ts'))
