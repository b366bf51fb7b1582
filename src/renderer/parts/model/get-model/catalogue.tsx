/** The catalogue of models: a search field, a filter by use, and the cards. */
import { Badge, Button, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useStore } from 'zustand'
import type { CatalogueModel } from '../../../../shared/bridge/model-downloads.ts'
import { type CatalogueEntry, MODEL_USES } from '../../../../shared/domain/model-catalogue.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { readModels } from '../../../base/host/read-models.ts'
import { Fact, FactList } from '../../../base/ui/fact.tsx'
import { LoadError } from '../../../base/ui/page.tsx'
import { useResource } from '../../../base/ui/resource.tsx'
import { language } from '../../../texts/language.ts'
import { texts } from '../../../texts/texts.ts'
import { modelsStore } from '../models/models-store.ts'
import { downloadsStore, isUnderWay, keyOf } from './downloads.ts'
import classes from './get-model.module.css'
import type { ModelReceiver, ModelUse } from './get-model-store.ts'
import { giveModel, useDownload } from './use-download.ts'

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

interface CatalogueCardProps {
  entry: CatalogueModel
  receiver: ModelReceiver | null
  /** True when a model of this name is there. */
  isOwned: boolean
}

/** One model of the catalogue. */
function CatalogueCard({ entry, receiver, isOwned }: CatalogueCardProps) {
  const { id, name, summary, input, size_bytes, licence, page, verified } = entry
  const download = useDownload()
  const request = { title: name, source: id, file: null, receiver }
  const busy = useStore(downloadsStore, ({ all }) => all.some((one) => one.key === keyOf(request) && isUnderWay(one)))
  const checksum = checksumNote(entry)
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h3>{name}</h3>
        {isOwned && <Badge color="gray">{words.owned}</Badge>}
        <span className={classes.gap} />
        {isOwned && receiver ? (
          <Button variant="light" onClick={() => giveModel(receiver, name)}>
            {words.receiver.use(receiver.title)}
          </Button>
        ) : (
          <Button
            variant={isOwned ? 'default' : 'light'}
            leftSection={<IconDownload size={14} />}
            aria-label={words.getNamed(name)}
            // Not `disabled`, which would drop the focus.
            aria-disabled={busy}
            data-disabled={busy || undefined}
            onClick={() => busy || download(request)}
          >
            {words.get}
          </Button>
        )}
      </div>
      <p>{summary[language]}</p>
      <FactList layout="card" className={classes.facts}>
        <Fact name={words.facts.task}>{taskText(entry)}</Fact>
        <Fact name={words.facts.classes}>{classesText(entry.classes)}</Fact>
        <Fact name={words.facts.input}>{`${input.width} × ${input.height}`}</Fact>
        <Fact name={words.facts.size}>{size_bytes === null ? words.facts.unknownSize : formatBytes(size_bytes)}</Fact>
        <Fact name={words.facts.licence}>
          <a href={licence.url} target="_blank" rel="noreferrer" title={licence.name}>
            {licence.spdx}
          </a>
        </Fact>
        <Fact name={words.facts.source}>
          <a href={page} target="_blank" rel="noreferrer">
            {sourceText(entry)}
          </a>
        </Fact>
      </FactList>
      {checksum !== null && <p className={classes.note}>{checksum}</p>}
      {!verified && <p className={classes.note}>{words.checksum.address}</p>}
    </li>
  )
}

const taskText = ({ use, task }: CatalogueModel): string =>
  task === null ? words.searchTask : texts.models.modelCard.tasks[use === 'reid' ? 'reid' : task]

const checksumNote = ({ sha256, recorded_sha256, use }: CatalogueModel): string | null => {
  // The hub publishes those of the files of a search model.
  if (sha256 !== null || use === 'search') return null
  return recorded_sha256 === null ? words.checksum.unknown : words.checksum.recorded
}

/** Returns the entries of a use whose texts contain every word of the query. */
export function searchCatalogue(
  entries: readonly CatalogueModel[],
  query: string,
  use: ModelUse | null,
): readonly CatalogueModel[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    if (use !== null && entry.use !== use) return false
    const text = wordsOf(entry).toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function wordsOf({ id, name, summary, use, family, classes, licence, source }: CatalogueModel): string {
  const listed = Array.isArray(classes) ? classes.join(' ') : String(classes)
  const where = source.kind === 'url' ? source.url : source.repository
  return [
    id,
    name,
    summary[language],
    texts.getModel.uses[use],
    family,
    listed,
    licence.spdx,
    licence.name,
    where,
  ].join(' ')
}

/** Returns `80 classes: COCO`, `1 class: person`, or that there are none. */
export function classesText(classes: CatalogueEntry['classes']): string {
  const words = texts.getModel.classes
  if (classes === 'coco80') return words.coco(80)
  if (classes === 'coco91') return words.coco(91)
  if (classes === 'imagenet') return words.imagenet
  if (typeof classes === 'number') return classes === 0 ? words.none : words.count(classes)
  return words.listed(classes.length, classes.slice(0, SHOWN).join(', '), classes.length > SHOWN)
}

const SHOWN = 4

/** Returns the host of the entry's files, with the repository where it is on a hub. */
export const sourceText = ({ source }: Pick<CatalogueEntry, 'source'>): string =>
  source.kind === 'url' ? new URL(source.url).host : source.repository
