/** The licence of a repository, from the metadata of its model card. */
import type { ResolvedModel } from '../../shared/bridge/model-downloads.ts'

type Licence = NonNullable<ResolvedModel['licence']>

/** SPDX identifiers and names by the hub's ids. */
const KNOWN: Readonly<Record<string, readonly [spdx: string, name: string]>> = {
  'apache-2.0': ['Apache-2.0', 'Apache License 2.0'],
  mit: ['MIT', 'MIT License'],
  'bsd-2-clause': ['BSD-2-Clause', 'BSD 2-Clause License'],
  'bsd-3-clause': ['BSD-3-Clause', 'BSD 3-Clause License'],
  'agpl-3.0': ['AGPL-3.0-only', 'GNU Affero General Public License 3.0'],
  'gpl-2.0': ['GPL-2.0-only', 'GNU General Public License 2.0'],
  'gpl-3.0': ['GPL-3.0-only', 'GNU General Public License 3.0'],
  'lgpl-3.0': ['LGPL-3.0-only', 'GNU Lesser General Public License 3.0'],
  'mpl-2.0': ['MPL-2.0', 'Mozilla Public License 2.0'],
  'cc-by-4.0': ['CC-BY-4.0', 'Creative Commons Attribution 4.0'],
  'cc-by-sa-4.0': ['CC-BY-SA-4.0', 'Creative Commons Attribution ShareAlike 4.0'],
  'cc-by-nc-4.0': ['CC-BY-NC-4.0', 'Creative Commons Attribution NonCommercial 4.0'],
  'cc-by-nc-sa-4.0': ['CC-BY-NC-SA-4.0', 'Creative Commons Attribution NonCommercial ShareAlike 4.0'],
  'cc0-1.0': ['CC0-1.0', 'Creative Commons Zero 1.0'],
  unlicense: ['Unlicense', 'The Unlicense'],
  wtfpl: ['WTFPL', 'Do What The F*ck You Want To Public License'],
}

const TAG = 'license:'

/** Null when the card names no licence. The card is data of a stranger: any shape is accepted. */
export function hubLicence(card: unknown, tags: unknown, page: string): Licence | null {
  const fields = (typeof card === 'object' && card !== null ? card : {}) as Record<string, unknown>
  const id = firstText(fields.license) ?? licenceTag(tags)
  if (id === null) return null
  const own = linkOf(fields.license_link, page)
  const known = Object.hasOwn(KNOWN, id) ? KNOWN[id] : undefined
  if (known) return { id: known[0], name: known[1], url: own ?? `https://spdx.org/licenses/${known[0]}.html` }
  return { id: null, name: (firstText(fields.license_name) ?? id).slice(0, 200), url: own ?? page }
}

const firstText = (value: unknown): string | null => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first.trim() !== '' ? first.trim() : null
}

const licenceTag = (tags: unknown): string | null =>
  (Array.isArray(tags) ? tags : [])
    .filter((tag) => typeof tag === 'string')
    .find((tag) => tag.startsWith(TAG))
    ?.slice(TAG.length) ?? null

/** A link to a file of the repository is relative. */
function linkOf(link: unknown, page: string): string | null {
  const text = firstText(link)
  if (text === null) return null
  if (/^https?:\/\//.test(text)) return text
  return /^[\w./-]+$/.test(text) ? `${page}/blob/main/${text.replace(/^\//, '')}` : null
}
