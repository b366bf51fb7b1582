/** The files of a packaged app: inside its archive, unpacked beside the archive, and beside the app. */

/** Plain Node.js can't read an archive, so all files that it runs or reads are unpacked. */
export const UNPACKED = ['package.json', 'out/node/**', 'resources/**', 'node_modules/**']

/**
 * electron-builder adds the production packages itself. This list applies to all systems: a list for one system that
 * only excludes files would include the whole folder first.
 */
export const APP_FILES = [
  'package.json',
  'out/**',
  'resources/**',
  '!**/*.map',
  '!**/node_modules/**/*.{ts,mts,cts,tsbuildinfo}',
  '!**/node_modules/**/{test,tests,__tests__,benchmark,benchmarks,example,examples,docs}/**',
  // Only the bundle is served, and its styles.
  '!node_modules/swagger-ui-dist/!(package.json|LICENSE|NOTICE|swagger-ui-bundle.js|swagger-ui.css|index.css)',
  // usearch contains its sources, and binaries for every system and processor; that for macOS is for both processors.
  '!node_modules/usearch/{binding.gyp,c,cmake,cpp,include,numkong,javascript/dist/cjs}/**',
  // onnxruntime-node contains binaries for every system and processor.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in
  '!node_modules/onnxruntime-node/bin/*/!(${platform})/**',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in
  '!node_modules/onnxruntime-node/bin/*/${platform}/!(${arch})/**',
]

/** What people open themselves: the schema for editors, and the licences, which include that of FFmpeg's binary. */
export const BESIDE_THE_APP = [
  { from: 'schemas', to: 'schemas' },
  { from: 'LICENSE', to: 'LICENSE' },
  { from: 'NOTICE', to: 'NOTICE' },
  { from: 'THIRD_PARTY_NOTICES.md', to: 'THIRD_PARTY_NOTICES.md' },
  { from: 'tools/dist/licences/gpl-3.txt', to: 'LICENSE.gpl-3.txt' },
  { from: 'tools/dist/licences/node.txt', to: 'LICENSE.node.txt' },
]

/**
 * The Node.js that platform and engine run on; `nodeBinary` in src/main returns its path.
 * @param {string} system
 */
export function nodeBeside(system) {
  const binary = system === 'win32' ? 'node.exe' : 'node'
  return [{ from: `.cache/dist-tools/node_modules/node-${system}-\${arch}/bin/${binary}`, to: binary }]
}
