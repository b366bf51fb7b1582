/**
 * The folder of ONNX Runtime's CUDA provider. ONNX Runtime loads providers from the folder of its own library, so that
 * library is in the folder too, and the loader of an engine process searches there first.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

interface Manifest {
  manifests: Record<string, Record<string, { package: string; path: string }>>
  packages: Record<string, { name: string; versions: readonly { feed: string; version: string }[] }>
  feeds: Record<string, { type: string; index: string }>
}

/** The files that ONNX Runtime's install script would fetch, and where from. */
export interface CudaPackage {
  /** Version of onnxruntime-node. */
  version: string
  /** Service index of the NuGet feed. */
  feed: string
  name: string
  packageVersion: string
  /** Names on disk to paths in the package. */
  files: ReadonlyMap<string, string>
  /** ONNX Runtime's own library. */
  library: string
}

/** Name of ONNX Runtime's library on Linux, as the binding requests it. */
const LIBRARY = 'libonnxruntime.so.1'
const SYSTEM = 'linux/x64'
/** Subfolder of the data folder. */
const CUDA_FOLDER = 'onnxruntime-cuda'

export const isCudaSystem = (platform: string = process.platform, arch: string = process.arch): boolean =>
  `${platform}/${arch}` === SYSTEM

/** Reads the metadata of the installed onnxruntime-node. Raises an error when it lists no CUDA package. */
export function cudaPackage(): CudaPackage {
  const require = createRequire(import.meta.url)
  const { version } = require('onnxruntime-node/package.json') as { version: string }
  const metadata = require('onnxruntime-node/script/install-metadata.js') as Manifest
  const files = Object.entries(metadata.manifests[`${SYSTEM}:cuda12`] ?? {})
  const source = metadata.packages[files[0]?.[1].package ?? '']
  const [release] = source?.versions ?? []
  const feed = release && metadata.feeds[release.feed]
  if (!source || !feed) throw new Error(`onnxruntime-node ${version} lists no CUDA package for ${SYSTEM}`)
  return {
    version,
    feed: feed.index,
    name: source.name,
    packageVersion: release.version,
    files: new Map(files.map(([name, { path }]) => [name.replace(/^\.\//, ''), path])),
    library: join(dirname(require.resolve('onnxruntime-node/package.json')), 'bin', 'napi-v6', SYSTEM, LIBRARY),
  }
}

export const cudaFolder = (dataDir: string, { version }: Pick<CudaPackage, 'version'>): string =>
  join(dataDir, CUDA_FOLDER, version)

/** The folder is renamed into its place when it is complete. */
export const isCudaInstalled = (folder: string): boolean => existsSync(join(folder, LIBRARY))

/** Variables with which a process finds the CUDA provider; none where it is not installed. */
export function cudaEnvironment(dataDir: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  if (!isCudaSystem()) return {}
  const folder = cudaFolder(dataDir, installedVersion())
  if (!isCudaInstalled(folder)) return {}
  const { LD_LIBRARY_PATH: searched } = env
  return { LD_LIBRARY_PATH: searched ? `${folder}:${searched}` : folder }
}

const installedVersion = (): { version: string } =>
  createRequire(import.meta.url)('onnxruntime-node/package.json') as { version: string }
