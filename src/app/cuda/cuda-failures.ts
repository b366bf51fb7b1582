/** The sentences for a failed installation of CUDA, in English: only the command line installs it. */
import { BridgeFailure } from '../../shared/bridge/failure.ts'
import { FeedFailure } from './nuget-feed.ts'

type Params = Readonly<Record<string, unknown>>

const AGAIN = 'Run “sightline devices install-cuda” again'

/** By the code of the message that a download has failed with. */
const SENTENCES: Readonly<Record<string, (params: Params) => string>> = {
  'download.invalid_web_address': ({ address }) =>
    `“${address}” is not the web address of a package feed. Give one that begins with http:// or https://.`,
  'download.no_network': ({ host, reason }) =>
    `${host} can’t be reached (${reason}), so CUDA was not installed. Check the network connection, the proxy in the settings and --feed, then run “sightline devices install-cuda” again.`,
  'download.certificate': ({ host, reason }) =>
    `The certificate of ${host} is not trusted (${reason}), so CUDA was not installed. Where a proxy inspects connections, set NODE_EXTRA_CA_CERTS to its certificate.`,
  'download.interrupted': ({ host, received }) =>
    `The connection to ${host} ended after ${received} MB of CUDA’s package. ${AGAIN}: it resumes there.`,
  'download.later': ({ host, seconds }) =>
    `${host} is busy, and asks to come back for CUDA’s package in ${seconds} seconds. ${AGAIN} then: the download resumes.`,
  'download.too_long': ({ host, file }) =>
    `${host} sent more bytes than the package “${file}” has. It was deleted, and nothing was installed. ${AGAIN}.`,
  'download.wrong_checksum': ({ file, actual, expected }) =>
    `The package “${file}” was deleted and nothing was installed, because its checksum is ${actual} and the feed states ${expected}. ${AGAIN}. If that fails alike, the package was changed at its source: do not use this feed.`,
  'download.disk_full': ({ needed, folder, free }) =>
    `CUDA needs ${needed} MB while it is installed, and ${folder} has ${free} MB left. Free some space, or name another data folder with --data.`,
  'download.disk_full_meanwhile': ({ folder }) =>
    `The disk of ${folder} is full, and CUDA was not installed. Free some space. ${AGAIN}: the download resumes.`,
  'download.unwritable': ({ folder, reason }) =>
    `CUDA can’t be written to ${folder} (${reason}). Check the permissions of the folder, or name another data folder with --data.`,
  'download.running': () =>
    'CUDA is being installed in this data folder by another command. Wait for it, or stop it there.',
}

/** An error of `findPackage` or `installCuda` with a sentence about CUDA; any other error as it is. */
export function cudaFailure(error: unknown): unknown {
  if (!(error instanceof BridgeFailure) || error.text === undefined) return error
  const sentence = SENTENCES[error.text.code]
  return sentence ? new FeedFailure(sentence(error.text.params), { cause: error }) : error
}
