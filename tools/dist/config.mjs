/** Configuration of electron-builder. The environment names hosts and people; this repository names none. */
import { APP_FILES, BESIDE_THE_APP, nodeBeside, UNPACKED } from './contents.mjs'

/** Electron's binary loads only the app's archive: it can't run as Node.js and accepts no debugger. */
export const FUSES = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  grantFileProtocolExtraPrivileges: false,
  // Setting fuses invalidates the signature, and macOS on Apple silicon requires one, at least ad hoc.
  resetAdHocDarwinSignature: true,
}

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

const WORKFLOW = 'Sightline workflow'
const HERE = 'tools/dist'

/**
 * The repository whose releases update the app; null when the environment names none, or no key of the updates.
 * @param {Environment} env
 */
function repositoryOf({ GITHUB_REPOSITORY: named, SIGHTLINE_UPDATE_KEY: key }) {
  if (!named || !key) return null
  const [owner = '', repo = ''] = named.split('/')
  return { owner, repo }
}

/**
 * The homepage that a deb must name; null when the environment has none.
 * @param {Environment} env
 */
const homepageOf = ({ SIGHTLINE_HOMEPAGE, GITHUB_SERVER_URL, GITHUB_REPOSITORY }) =>
  SIGHTLINE_HOMEPAGE ?? (GITHUB_SERVER_URL && GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : null)

/**
 * electron-builder reads the certificates themselves from CSC_LINK, WIN_CSC_LINK and the like.
 * @param {Environment} env
 */
const mayNotarize = ({ APPLE_API_KEY, APPLE_ID, APPLE_KEYCHAIN_PROFILE }) =>
  Boolean(APPLE_API_KEY || APPLE_ID || APPLE_KEYCHAIN_PROFILE)

/** @param {Environment} env */
export function distConfig(env) {
  const repository = repositoryOf(env)
  const homepage = homepageOf(env)
  const metadata = { ...(homepage && { homepage }), ...(repository && { updateKey: env.SIGHTLINE_UPDATE_KEY }) }
  return {
    appId: 'app.sightline.studio',
    productName: 'Sightline',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills these in
    artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
    directories: { output: 'dist', buildResources: HERE },
    files: APP_FILES,
    asar: true,
    asarUnpack: UNPACKED,
    extraResources: BESIDE_THE_APP,
    icon: 'resources/app/icon.png',
    // Plain Node.js loads the native modules, which use Node-API.
    npmRebuild: false,
    electronFuses: FUSES,
    publish: repository && [{ provider: 'github', ...repository, releaseType: 'draft' }],
    ...(Object.keys(metadata).length > 0 && { extraMetadata: metadata }),

    linux: {
      target: homepage ? ['AppImage', 'deb'] : ['AppImage'],
      category: 'Video',
      maintainer: env.SIGHTLINE_MAINTAINER ?? 'Sightline maintainers',
      extraResources: nodeBeside('linux'),
      fileAssociations: [{ ext: 'sightline.json', name: WORKFLOW, mimeType: 'application/x-sightline-workflow+json' }],
    },

    mac: {
      target: ['dmg', 'zip'],
      category: 'public.app-category.video',
      extraResources: nodeBeside('darwin'),
      hardenedRuntime: true,
      entitlements: `${HERE}/entitlements.mac.plist`,
      entitlementsInherit: `${HERE}/entitlements.mac.plist`,
      notarize: mayNotarize(env),
      // Finder considers only the last extension: “Open with” offers Sightline, and JSON files keep their default app.
      fileAssociations: [{ ext: 'json', name: WORKFLOW, role: 'Editor', rank: 'Alternate' }],
    },

    win: {
      target: ['nsis'],
      extraResources: nodeBeside('win32'),
    },
    nsis: {
      oneClick: false,
      perMachine: false,
      selectPerMachineByDefault: false,
      allowToChangeInstallationDirectory: true,
      deleteAppDataOnUninstall: false,
      include: `${HERE}/open-with.nsh`,
    },
  }
}
