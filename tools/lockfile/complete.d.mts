interface LockEntry {
  version: string
  dev?: boolean
  license?: string
  engines?: { node?: string }
  hasInstallScript?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
  os?: string[]
  cpu?: string[]
  libc?: string[]
  resolved?: string
  link?: boolean
  integrity?: string
}
export interface Lockfile {
  packages: Record<string, LockEntry>
}
export declare const ENGINES: Readonly<Record<string, string>>
export declare function missingPlatforms(lock: Lockfile): Record<string, LockEntry>
export declare function withoutChecksum(lock: Lockfile): string[]
