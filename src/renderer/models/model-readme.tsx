/** A model card as text: headings, lists and tables are told apart, links and pictures are not followed. */
import classes from './models.module.css'

export function ModelReadme({ text }: { text: string }) {
  return (
    <div className={classes.readme}>
      {blocksOf(text).map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown
        <Block key={i} lines={block} />
      ))}
    </div>
  )
}

const HEADING = /^#{1,6}\s+/
const ITEM = /^\s*[-*]\s+/
const ROW = /^\s*\|/
const RULE = /^[\s|:-]+$/

/** Lines that belong together: a heading stands alone, everything else goes on until an empty line. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [[]]
  for (const line of text.split(/\r?\n/)) {
    if (HEADING.test(line)) blocks.push([line], [])
    else if (line.trim() === '') blocks.push([])
    else blocks.at(-1)?.push(line)
  }
  return blocks.filter((block) => block.length > 0)
}

function Block({ lines }: { lines: string[] }) {
  const [first = ''] = lines
  if (HEADING.test(first)) return <h3>{plain(first.replace(HEADING, ''))}</h3>
  if (ITEM.test(first)) return <List lines={lines} />
  if (lines.every((line) => ROW.test(line))) return <Table lines={lines} />
  return <p>{plain(lines.join(' '))}</p>
}

function List({ lines }: { lines: readonly string[] }) {
  const items: string[] = []
  // A line that begins no item goes on with the one before.
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''))
    else items.push(`${items.pop()} ${line.trim()}`)
  }
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{plain(item)}</li>
      ))}
    </ul>
  )
}

function Table({ lines }: { lines: readonly string[] }) {
  const rows = lines.filter((line) => !RULE.test(line)).map(cellsOf)
  const head = RULE.test(lines[1] ?? '') && !RULE.test(lines[0] ?? '') ? rows.shift() : undefined
  return (
    <table className="figures">
      {head && (
        <thead>
          <Row cells={head} />
        </thead>
      )}
      <tbody>
        {rows.map((cells) => (
          <Row key={cells.join('|')} cells={cells} />
        ))}
      </tbody>
    </table>
  )
}

const Row = ({ cells: [name, ...values] }: { cells: readonly string[] }) => (
  <tr>
    <th scope="row">{name}</th>
    {values.map((value, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
      <td key={i}>{value}</td>
    ))}
  </tr>
)

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => plain(cell.trim()))

/** Marks for code and stress mean nothing in running text. */
const plain = (text: string): string => text.replace(/`([^`]*)`|\*\*([^*]*)\*\*/g, '$1$2')
