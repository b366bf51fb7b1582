/** German for the messages of the API, the engine and the host, by their codes. */
import { host } from './host.ts'

export const messages: Readonly<Record<string, string>> = {
  ...host,
}
