/** Pauses, resumes and deletes deployments. */
import { useState } from 'react'
import type { BulkActionResult, Deployment } from '../../../shared/api/deployments.ts'
import { useHost } from '../../base/host/host-context.ts'
import { useRoleRefusal } from '../../base/host/server-state.tsx'
import { confirm } from '../../base/ui/confirm.tsx'
import { toastError, toastInfo } from '../../base/ui/toast.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.deployments.actions

export const canPause = ({ status }: Deployment): boolean => status === 'active' || status === 'provisioning'
/** A failed one is paused first, which starts it again. */
export const canResume = ({ status }: Deployment): boolean => status === 'paused' || status === 'failed'

/** @param reload reads the deployments again; resolves when they have arrived */
export function useDeploymentActions(reload: () => Promise<void>) {
  const host = useHost()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const cannotChange = useRoleRefusal('member')
  const cannotDelete = useRoleRefusal('admin')

  const whileBusy = async (all: readonly Deployment[], failure: string, act: () => Promise<void>) => {
    const ids = all.map(({ id }) => id)
    setBusy((now) => new Set([...now, ...ids]))
    try {
      await act()
    } catch (error) {
      toastError(failure, error)
    }
    await reload()
    setBusy((now) => new Set([...now].filter((id) => !ids.includes(id))))
  }
  const report = ({ succeeded }: BulkActionResult, asked: number, done: (n: number) => string) =>
    toastInfo(succeeded.length === asked ? done(asked) : words.onlySome(succeeded.length, asked))

  return {
    busy,
    /** The reason why this caller may not pause, resume or deploy; null when it may. */
    cannotChange,
    cannotDelete,
    pause: (all: readonly Deployment[]) =>
      whileBusy(all, words.notPaused, async () => {
        const [only, ...more] = all
        if (only && more.length === 0) await host.api('deployments.pause', { params: { deployment: only.id } })
        else report(await host.api('deployments.bulkPause', { body: idsOf(all) }), all.length, words.paused)
      }),
    resume: (all: readonly Deployment[]) =>
      whileBusy(all, words.notResumed, async () => {
        const failed = all.filter(({ status }) => status === 'failed')
        if (failed.length > 0) await host.api('deployments.bulkPause', { body: idsOf(failed) })
        const [only, ...more] = all
        if (only && more.length === 0) await host.api('deployments.resume', { params: { deployment: only.id } })
        else report(await host.api('deployments.bulkResume', { body: idsOf(all) }), all.length, words.resumed)
      }),
    /** Asks for confirmation first. */
    remove: (all: readonly Deployment[], onDeleted?: () => void) =>
      confirmDelete(all, async () => {
        const [only, ...more] = all
        if (only && more.length === 0) await host.api('deployments.delete', { params: { deployment: only.id } })
        else await host.api('deployments.bulkDelete', { body: idsOf(all) })
        if (onDeleted) onDeleted()
        else await reload()
      }),
  }
}

export type DeploymentActions = ReturnType<typeof useDeploymentActions>

const idsOf = (all: readonly Deployment[]) => ({ deployment_ids: all.map(({ id }) => id) })

/** Limit of listed names; the rest are counted. */
const SHOWN = 12

/** Describes the consequences before deployments are deleted. */
function confirmDelete(all: readonly Deployment[], onConfirm: () => Promise<void>): void {
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
