/** The command palette's items for the guide: one for each page. */
import { IconBook2 } from '@tabler/icons-react'
import type { PaletteItem } from '../../base/commands/palette-items.ts'
import { navigate } from '../../base/navigation/route.ts'
import { texts } from '../../texts/texts.ts'

const T = texts.guide

/** Loads the text of the guide when the palette opens first. */
export async function guideItems(): Promise<PaletteItem[]> {
  const { guidePages } = await import('./guide-text.ts')
  const icon = <IconBook2 size={15} stroke={1.6} />
  return guidePages.map(({ id, title }) => ({
    id: `guide:${id}`,
    title: id === 'overview' ? T.open : T.pageNamed(title),
    group: T.title,
    sort: 'help',
    words: id === 'overview' ? T.openWords : '',
    icon,
    act: () => navigate({ screen: 'guide', page: id }),
  }))
}
