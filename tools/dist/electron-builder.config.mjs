/** The configuration file that electron-builder reads. */
import { distConfig } from './config.mjs'

export default distConfig(process.env)
