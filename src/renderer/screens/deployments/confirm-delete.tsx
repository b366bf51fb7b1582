/** Describes the consequences before deployments are deleted. */
import type { Deployment } from '../../../shared/api/deployments.ts'
import { confirm } from '../../base/ui/confirm.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.deployments.actions
/** Limit of listed names; the rest are counted. */
const SHOWN = 12

export function confirmDelete(all: readonly Deployment[], onConfirm: () => Promise<void>): void {
  const [first] = all
  if (!first) return
  const more = all.length - SHOWN
  confirm({
    title: all.length === 1 ? words.deleteTitle(first.name) : words.deleteManyTitle(all.length),
    action: words.deleteAction(all.length),
    children: (
      <>
        <p>{words.deleteLost(all.length)}</p>
        {all.length > 1 && (
          <ul>
            {all.slice(0, SHOWN).map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
            {more > 0 && <li>{words.more(more)}</li>}
          </ul>
        )}
      </>
    ),
    onConfirm,
  })
}
