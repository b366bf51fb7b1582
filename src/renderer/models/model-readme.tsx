/** A model card as text: headings and paragraphs told apart, nothing interpreted, no links followed. */
import classes from './models.module.css'

export function ModelReadme({ text }: { text: string }) {
  const blocks = text.trim().split(/\n{2,}/)
  return (
    <div className={classes.readme}>
      {blocks.map((block, i) => {
        const heading = /^#{1,6}\s+(.*)$/.exec(block)
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown
        return heading ? <h3 key={i}>{heading[1]}</h3> : <p key={i}>{block}</p>
      })}
    </div>
  )
}
