/**
 * The imports that each layer allows. tsconfig references and Biome's overrides restate them; the architecture test
 * keeps all three consistent.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const LAYERS = {
  shared: [],
  disk: ['shared'],
  engine: ['shared', 'disk'],
  platform: ['shared', 'disk'],
  client: ['shared'],
  app: ['shared', 'disk', 'client'],
  embedded: ['shared', 'platform', 'engine'],
  main: ['shared', 'app', 'client'],
  preload: ['shared'],
  web: ['shared', 'disk', 'app', 'client'],
  cli: ['shared', 'disk', 'engine', 'platform', 'client', 'app', 'web', 'embedded'],
  renderer: ['shared'],
}

/**
 * Packages that only these folders may import (by prefix of the path below src).
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const PACKAGES = {
  'node-av': ['engine/media'],
  'onnxruntime-node': ['engine/inference'],
  '@napi-rs/canvas': ['engine/draw'],
  electron: ['main', 'preload'],
  'electron-updater': ['main'],
  fastify: ['platform', 'web'],
  '@fastify/busboy': ['platform/http'],
  kysely: ['platform'],
  pg: ['platform/db'],
  '@zxcvbn-ts/core': ['platform/accounts/passwords'],
  libsql: ['platform/db', 'engine/output'],
  react: ['renderer'],
  '@mantine/core': ['renderer'],
  '@xyflow/react': ['renderer'],
  commander: ['cli'],
  '@huggingface/hub': ['app/model-downloads'],
  '@huggingface/tokenizers': ['engine/inference'],
  'd3-contour': ['engine/inference'],
  'intl-messageformat': ['shared/messages'],
  'ipaddr.js': ['platform/http', 'platform/work/webhooks'],
  nodemailer: ['platform/accounts/mail'],
  '@modelcontextprotocol/server': ['platform/agents/mcp', 'cli'],
  '@modelcontextprotocol/client': ['cli'],
  undici: ['app/downloads'],
}

/** Layers that run in a page or a sandbox, and the contracts that they share with Node. */
export const NO_NODE = ['shared', 'renderer', 'preload']

/** The groups of the platform's rooms, from the bottom up. */
const PLATFORM_GROUPS = [
  'machine',
  'db',
  'files',
  'http',
  'accounts',
  'work',
  'datasets',
  'exchange',
  'models',
  'labelling',
  'workflows',
  'agents',
  'studio',
]

/** The groups of what several screens of the renderer use, from the bottom up. */
const PARTS_GROUPS = ['studio', 'workflow', 'model', 'run']

/** Folders that group others: each folder in them counts by itself, and so do the files beside these folders. */
export const SPLIT_FOLDERS = [
  ...PARTS_GROUPS.map((group) => `renderer/parts/${group}`),
  'renderer/screens',
  // The two databases and what they share import each other, so that this group is one folder.
  ...PLATFORM_GROUPS.filter((group) => group !== 'db').map((group) => `platform/${group}`),
]

/**
 * The folders of a layer, or of a folder in it, from the bottom up: files of each import only from their own and those
 * before it. Files beside the folders may import them all, and are imported by none.
 * @satisfies {Readonly<Record<string, readonly string[]>>}
 */
export const ROOM_ORDER = {
  platform: PLATFORM_GROUPS,
  renderer: ['texts', 'base', 'parts', 'screens', 'shell'],
  'renderer/parts': PARTS_GROUPS,
}

/** Folders in which no folder imports another. */
export const SEPARATE_ROOMS = ['renderer/screens']
