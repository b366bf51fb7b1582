interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  platform: string
}
export function findElectron(at: Surroundings & { root: string }): {
  path: string | null
  why: string | null
  canInstall: boolean
}
export function hasDisplay(at: Surroundings): boolean
export function chooseHost(at: Surroundings & { root: string; isRoot: boolean; wanted: 'web' | 'electron' | null }): {
  host: 'web' | 'electron'
  electronPath?: string
  why: string | null
}
