/** Calls of the page that a server carries out for a signed-in person, and why it refuses the others. */
import { BridgeFailure } from '../../shared/bridge/failure.ts'
import type { STUDIO, StudioImpl } from '../../shared/bridge/studio.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import type { ModelDownloads } from '../model-downloads/model-downloads.ts'

type Method = keyof typeof STUDIO

/** Files of the computer on which the browser runs are uploaded. */
const NO_FILES = message('server.no_local_files')
/** Otherwise a person could make the server call any address that it reaches. */
const NO_DOWNLOADS = message('server.no_downloads')
const NO_SERVERS = message('server.no_other_servers')

/** `allowed`: the call works on the platform in the name of the person's session. */
export const SERVED: Readonly<Record<Method, 'allowed' | Message>> = {
  hostInfo: 'allowed',
  api: 'allowed',
  followRun: 'allowed',
  pickSource: NO_FILES,
  pickSourcePaths: NO_FILES,
  openSourcePath: NO_FILES,
  describeSource: 'allowed',
  openWorkflowFile: NO_FILES,
  saveWorkflowFile: NO_FILES,
  digestArtifact: 'allowed',
  revealRun: NO_FILES,
  menuCommands: 'allowed',
  modelCatalogue: NO_DOWNLOADS,
  resolveModel: NO_DOWNLOADS,
  getModel: NO_DOWNLOADS,
  unfinishedDownloads: 'allowed',
  clearDownloads: NO_DOWNLOADS,
  listServers: 'allowed',
  saveServer: NO_SERVERS,
  deleteServer: NO_SERVERS,
  signInToServer: NO_SERVERS,
  switchServer: NO_SERVERS,
  testServer: NO_SERVERS,
  followServer: 'allowed',
  checkServer: 'allowed',
  getSettings: 'allowed',
  setSettings: 'allowed',
}

/** The implementation, with the calls that a server refuses replaced. */
export function servedOnly(studio: StudioImpl): StudioImpl {
  const refused = Object.entries(SERVED).flatMap(([name, rule]) => {
    if (rule === 'allowed') return []
    const refuse = async () => {
      throw new BridgeFailure({ code: 'not_supported', message: rule })
    }
    return [[name, refuse]]
  })
  return { ...studio, ...Object.fromEntries(refused) }
}

/** For the Studio of a server, which downloads no models. */
export const NO_DOWNLOADS_HERE: ModelDownloads = {
  catalogue: async () => [],
  resolve: () => Promise.reject(new BridgeFailure({ code: 'not_supported', message: NO_DOWNLOADS })),
  get: () => Promise.reject(new BridgeFailure({ code: 'not_supported', message: NO_DOWNLOADS })),
  unfinished: async () => ({ count: 0, bytes: 0, clearable: { count: 0, bytes: 0 } }),
  clear: async () => {},
}
