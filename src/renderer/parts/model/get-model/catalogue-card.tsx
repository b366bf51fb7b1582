/** One model of the catalogue. */
import { Badge, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { CatalogueModel } from '../../../../shared/bridge/model-downloads.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { Fact, FactList } from '../../../base/ui/fact.tsx'
import { language } from '../../../texts/language.ts'
import { texts } from '../../../texts/texts.ts'
import { classesText, sourceText } from './catalogue-search.ts'
import { downloadsStore, isUnderWay, keyOf } from './downloads.ts'
import classes from './get-model.module.css'
import type { ModelReceiver } from './get-model-store.ts'
import { giveModel } from './give-model.ts'
import { useDownload } from './use-download.ts'

interface CatalogueCardProps {
  entry: CatalogueModel
  receiver: ModelReceiver | null
  /** True when a model of this name is there. */
  isOwned: boolean
}

const words = texts.getModel

export function CatalogueCard({ entry, receiver, isOwned }: CatalogueCardProps) {
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
