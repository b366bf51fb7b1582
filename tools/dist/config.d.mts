interface ExtraFile {
  from: string
  to: string
}
interface Association {
  ext: string
  name: string
  mimeType?: string
  rank?: string
}
interface SystemConfig {
  target: string[]
  extraResources: ExtraFile[]
  fileAssociations?: Association[]
}
export interface DistConfig {
  files: string[]
  asarUnpack: string[]
  extraResources: ExtraFile[]
  icon: string
  electronFuses: Record<string, boolean>
  publish: { provider: string; owner: string; repo: string; releaseType: string }[] | null
  extraMetadata?: { homepage: string }
  linux: SystemConfig & { maintainer: string }
  mac: SystemConfig & { hardenedRuntime: boolean; notarize: boolean; entitlements: string; entitlementsInherit: string }
  win: SystemConfig
  nsis: { oneClick: boolean; perMachine: boolean; include: string }
}
export declare const FUSES: Record<string, boolean>
export declare function distConfig(env: Readonly<Record<string, string | undefined>>): DistConfig
