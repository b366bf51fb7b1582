/**
 * Passes the page's port to the main process and returns the paths of dropped files, which the main process learns too: the page
 * may open these, and can't name others. Nothing else crosses here.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { BRIDGE_PORT, CHOSEN_PATH, type SightlineWindow } from '../shared/bridge/page-connection.ts'

const exposed: SightlineWindow = {
  pathForFile(file) {
    const path = webUtils.getPathForFile(file as File)
    // Returns when the main process knows it, before the page can ask for it.
    if (path !== '') ipcRenderer.sendSync(CHOSEN_PATH, path)
    return path
  },
}
contextBridge.exposeInMainWorld('sightline', exposed)

window.addEventListener('message', (event) => {
  const [port] = event.ports
  if (event.source === window && event.data === BRIDGE_PORT && port) ipcRenderer.postMessage(BRIDGE_PORT, null, [port])
})
