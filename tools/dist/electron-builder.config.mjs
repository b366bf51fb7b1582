/** Read by electron-builder. */
import { distConfig } from './config.mjs'

export default distConfig(process.env)
