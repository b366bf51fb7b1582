/** The screenshots of the guide, as assets of the build: only those that its pages display, for both themes. */

const PATHS = import.meta.glob<string>(
  '../../../../docs/screenshots/{activity,batch,batch-files,command-palette,compare,data-grid,data-image,data-near-duplicates,data-tiles,deployments,editor-overview,editor-thirty-blocks,evaluation,evaluation-image,guide,jobs,lab,lab-marks,lab-sweep,lines-and-zones,model-input,models,outline,run,run-evidence,run-files,run-tracks,runs,versions,welcome}-{dark,light}.webp',
  { query: '?url', import: 'default', eager: true },
)
const addresses = new Map(Object.entries(PATHS).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]))

export const screenshotNames: readonly string[] = [...addresses.keys()]

/** Width and height of every screenshot, in pixels. */
export const SCREENSHOT_SIZE = { width: 1440, height: 900 }

/** The address of the screenshot that a page names, in the theme's own version; undefined for one that is not bundled. */
export function screenshotAddress(source: string, theme: 'dark' | 'light'): string | undefined {
  const name = source.slice(source.lastIndexOf('/') + 1)
  return addresses.get(name.replace(/-(dark|light)\.webp$/, `-${theme}.webp`)) ?? addresses.get(name)
}
