/** libav writes to stderr by itself; what matters of it reaches the user as sentences. */
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'

Log.setLevel(AV_LOG_QUIET)
