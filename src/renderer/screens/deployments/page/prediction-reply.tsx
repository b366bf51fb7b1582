/** The reply of a prediction call: its times, the classes of a classifier, and the JSON. */
import { Button, Code, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { PredictionReply } from '../../../../shared/api/predictions.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import figures from '../../../base/ui/figure-table.module.css'
import { texts } from '../../../texts/texts.ts'
import classes from './page.module.css'
import type { TriedReply } from './use-try.ts'

const words = texts.deployments.tried
/** A browser lays out longer texts slowly; outlines are long. */
const SHOWN_CHARACTERS = 100_000

export function PredictionReplyView({ result }: { result: TriedReply | null }) {
  const json = result ? JSON.stringify(result.reply, null, 2) : ''
  return (
    <div className={classes.reply}>
      <div className={classes.replyBar}>
        <span role="status">
          {result ? (
            <>
              <b>{words.found(result.reply.predictions.length)}</b>{' '}
              {words.times(formatDecimal(result.reply.inference_ms, 0), formatDecimal(result.wholeMs, 0))}
            </>
          ) : (
            words.json
          )}
        </span>
        {result && (
          <CopyButton value={json}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                aria-label={copied ? texts.ui.words.copied : words.copyJson}
                leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                onClick={copy}
              >
                {copied ? texts.ui.words.copied : texts.deployments.page.copy}
              </Button>
            )}
          </CopyButton>
        )}
      </div>
      {result && <Classes reply={result.reply} />}
      <Code block className={classes.json} tabIndex={0} role="region" aria-label={words.json}>
        {result ? json.slice(0, SHOWN_CHARACTERS) : <span className={classes.dim}>{words.noReply}</span>}
      </Code>
      {json.length > SHOWN_CHARACTERS && <p className={classes.dim}>{words.shortened}</p>}
    </div>
  )
}

/** Predictions without a box: the classes of the whole image, best first. */
function Classes({ reply }: { reply: PredictionReply }) {
  const found = reply.predictions.filter(({ bounding_box }) => !bounding_box)
  if (found.length === 0) return null
  return (
    <table className={`${figures.table} figures`} aria-label={words.classes}>
      <thead>
        <tr>
          <th scope="col">{words.class}</th>
          <th scope="col">{words.confidence}</th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ class_id, class_name, confidence }) => (
          <tr key={class_id}>
            <th scope="row">{class_name}</th>
            <td>{formatDecimal(confidence, 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
