/** The location of Sightline's data, by the conventions of each system. */
import { posix, win32 } from 'node:path'

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  platform: string
  home: string
  cwd: string
}

/** Absolute path of the data folder, which may not exist yet. `SIGHTLINE_DATA` overrides every convention. */
export function dataDir({ env, platform, home, cwd }: Surroundings): string {
  const path = platform === 'win32' ? win32 : posix
  if (env.SIGHTLINE_DATA) return path.resolve(cwd, env.SIGHTLINE_DATA)
  if (platform === 'win32') return path.join(env.APPDATA || path.join(home, 'AppData', 'Roaming'), 'Sightline')
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Sightline')
  const xdg = env.XDG_DATA_HOME
  return path.join(xdg && path.isAbsolute(xdg) ? xdg : path.join(home, '.local', 'share'), 'sightline')
}
