/** What a conversion changes or leaves out, by rule with examples. */
import type { MessageText } from '../../../../shared/messages/message.ts'
import { messageText } from '../../../texts/message-text.ts'
import classes from './bring.module.css'

export interface ShownRule {
  code: string
  message: string
  text: MessageText | null
  /** The effect of the rule in a word; undefined where all rules have the same one. */
  kind?: string
  examples: readonly string[]
}

export function RuleList({ rules, none }: { rules: readonly ShownRule[]; none: string }) {
  if (rules.length === 0) return <p className={classes.note}>{none}</p>
  return (
    <ul className={classes.rules}>
      {rules.map(({ code, message, text, kind, examples }) => (
        <li key={code}>
          <details>
            <summary>
              {kind !== undefined && `${kind} · `}
              {messageText({ message, ...(text && { text }) })}
            </summary>
            <ul>
              {examples.map((example, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two examples can be the same text
                <li key={i}>{example}</li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}
