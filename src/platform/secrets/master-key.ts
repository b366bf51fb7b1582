/** The master key: from the environment, or a private file in the data folder. */
import { readFile } from 'node:fs/promises'
import { message } from '../../shared/messages/message.ts'
import { installSecret } from '../machine/secrets.ts'
import { StartFailure } from '../machine/start-failure.ts'
import { KEY_BYTES } from './sealing.ts'

const BASE64URL = /^[\w-]{43}$/
const HEX = /^[0-9a-f]{64}$/i

/**
 * The key in SIGHTLINE_MASTER_KEY, which is removed from `env`, since child processes inherit it, or in the file that
 * SIGHTLINE_MASTER_KEY_FILE names; undefined without both.
 */
export async function masterKeyOf(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { SIGHTLINE_MASTER_KEY: given, SIGHTLINE_MASTER_KEY_FILE: file } = env
  delete env.SIGHTLINE_MASTER_KEY
  if (given) return given
  if (!file) return undefined
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new StartFailure(message('host.master_key_file', { file, reason: error.message }))
  })
}

/** Without a given key, that in the folder of secrets, which is created. @throws StartFailure for another form */
export async function readMasterKey(folder: string, given: string | undefined): Promise<Buffer> {
  const text = (given ?? (await installSecret(folder, 'master-key'))).trim()
  const key = HEX.test(text) ? Buffer.from(text, 'hex') : Buffer.from(BASE64URL.test(text) ? text : '', 'base64url')
  if (key.length === KEY_BYTES) return key
  throw new StartFailure(message('host.master_key_form'))
}
