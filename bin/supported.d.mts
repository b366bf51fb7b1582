export interface SupportedSystem {
  platform: string
  name: string
  processors: readonly string[]
}
export interface Machine {
  /** Of Node.js, as in `process.versions.node`. */
  version: string
  platform: string
  processor: string
  isMusl: boolean
}
export declare const SUPPORTED: {
  node: readonly (readonly [major: number, minor: number])[]
  systems: readonly SupportedSystem[]
}
export declare function whyUnsupported(machine: Machine): string | null
export declare function ifSupported(start: () => Promise<unknown>): void
