/** The commands of tests: `node tools/test/start.mjs test`, `matrix`, `python` or `related`. */
import { ifSupported } from '../../bin/supported.mjs'

ifSupported(() => import(`./${process.argv[2]}.mjs`))
