/** Passes the page's port to the main process and returns the paths of dropped files. Nothing else crosses here. */
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { BRIDGE_PORT, type SightlineWindow } from '../shared/bridge/page-connection.ts'

const exposed: SightlineWindow = {
  pathForFile: (file) => webUtils.getPathForFile(file as File),
}
contextBridge.exposeInMainWorld('sightline', exposed)

window.addEventListener('message', (event) => {
  const [port] = event.ports
  if (event.source === window && event.data === BRIDGE_PORT && port) ipcRenderer.postMessage(BRIDGE_PORT, null, [port])
})
