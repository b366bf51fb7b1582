/** Resolves the links of a page: to another page of the guide, to the web, or to neither. */
import { hrefOf } from '../../base/navigation/route.ts'
import { type PageOfGuide, pageOfFile } from './guide-text.ts'

export type LinkTarget = { kind: 'page' | 'web'; href: string } | { kind: 'none' }

/** Files outside of the guide, such as source files, are no targets: the app does not ship them. */
export function linkTarget(page: PageOfGuide, link: string): LinkTarget {
  if (link.startsWith('https://')) return { kind: 'web', href: link }
  const [path = '', section] = link.split('#')
  const at = new URL(path, `https://docs/${page.file}`)
  const target = path === '' ? page : at.host === 'docs' ? pageOfFile(at.pathname.slice(1)) : undefined
  if (!target) return { kind: 'none' }
  return { kind: 'page', href: hrefOf({ screen: 'guide', page: target.id, ...(section && { section }) }) }
}
