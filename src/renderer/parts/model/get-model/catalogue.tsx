/** The catalogue: a search field, a filter by use, and the cards. */
import { SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useStore } from 'zustand'
import { MODEL_USES } from '../../../../shared/domain/model-catalogue.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { readModels } from '../../../base/host/read-models.ts'
import { LoadError } from '../../../base/ui/empty.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import { modelsStore } from '../models/models-store.ts'
import { CatalogueCard } from './catalogue-card.tsx'
import { searchCatalogue } from './catalogue-search.ts'
import classes from './get-model.module.css'
import type { ModelReceiver, ModelUse } from './get-model-store.ts'

const ALL = 'all'
const words = texts.getModel

export function Catalogue({ receiver, initialUse }: { receiver: ModelReceiver | null; initialUse: ModelUse | null }) {
  const host = useHost()
  const changes = useStore(modelsStore, (s) => s.changes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a download may have recorded a checksum
  const load = useCallback(() => host.studio.modelCatalogue({}), [host, changes])
  const { value, error, reload } = useResource(load)
  // A block runs no search model.
  const entries = receiver ? value?.filter((entry) => entry.use !== 'search') : value
  const owned = useOwnedNames()
  const [query, setQuery] = useState('')
  const [use, setUse] = useState<ModelUse | null>(initialUse)
  if (!entries && error) return <LoadError title={words.cannotShow} message={error} onRetry={() => void reload()} />
  if (!entries) return <Skeleton height={132} radius="md" role="status" aria-label={words.loading} />
  const uses = MODEL_USES.filter((one) => one === use || entries.some((entry) => entry.use === one))
  const found = searchCatalogue(entries, query, use)
  return (
    <>
      <div className={classes.filters}>
        <TextInput
          value={query}
          onChange={(e) => setQuery(e.currentTarget.value)}
          placeholder={words.search}
          aria-label={words.search}
          leftSection={<IconSearch size={14} aria-hidden />}
          type="search"
          data-autofocus
        />
        <SegmentedControl
          aria-label={words.filter}
          data={[{ value: ALL, label: words.allUses }, ...uses.map((one) => ({ value: one, label: words.uses[one] }))]}
          value={use ?? ALL}
          onChange={(value) => setUse(value === ALL ? null : (value as ModelUse))}
        />
      </div>
      {found.length === 0 && (
        <p className={classes.quiet} role="status">
          {entries.length === 0 ? words.none : words.nothing}
        </p>
      )}
      <ul className={classes.cards}>
        {found.map((entry) => (
          <CatalogueCard
            key={entry.id}
            entry={entry}
            receiver={receiver}
            isOwned={entry.is_search_model || owned.has(entry.name)}
          />
        ))}
      </ul>
    </>
  )
}

/** Names of the ready models of the platform; empty until they are read. */
function useOwnedNames(): ReadonlySet<string> {
  const host = useHost()
  const changes = useStore(modelsStore, (s) => s.changes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an import adds a model
  const load = useCallback(async () => {
    const models = await readModels(host)
    return new Set(models.filter(({ status }) => status === 'ready').map(({ name }) => name))
  }, [host, changes])
  return useResource(load).value ?? NONE
}

const NONE: ReadonlySet<string> = new Set()
