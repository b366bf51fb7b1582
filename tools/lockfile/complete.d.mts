interface LockEntry {
  version: string
  dev?: boolean
  license?: string
  optionalDependencies?: Record<string, string>
  os?: string[]
  cpu?: string[]
  libc?: string[]
  resolved?: string
}
export interface Lockfile {
  packages: Record<string, LockEntry>
}
export declare function missingPlatforms(lock: Lockfile): Record<string, LockEntry>
