/** libav writes to stderr on its own; relevant errors reach the user as messages. */
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'

Log.setLevel(AV_LOG_QUIET)
