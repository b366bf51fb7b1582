/** Saves the rows of a table as they are filtered and sorted. */
import { Button, Menu } from '@mantine/core'
import { IconBraces, IconDownload, IconTable } from '@tabler/icons-react'
import { csvParts, jsonParts, type TableRows } from '../../../parts/run/records/files/table-text.ts'
import { texts } from '../../../texts/texts.ts'
import { download } from '../artifact-list/artifact-links.ts'

/** The browser reads the blob after the click, so its URL must stay valid for a while. */
const KEPT_MS = 60_000

function save(name: string, type: string, parts: string[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  download(url, name)
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}

/** @param name file name without extension */
export function SaveTable({ name, ...rows }: TableRows & { name: string }) {
  const words = texts.runs.saveTable
  return (
    <Menu position="top-end" width={150}>
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={<IconDownload size={14} />} disabled={rows.rowCount === 0}>
          {words.label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.rows(rows.rowCount)}</Menu.Label>
        <Menu.Item
          leftSection={<IconTable size={15} />}
          onClick={() => save(`${name}.csv`, 'text/csv', csvParts(rows))}
        >
          {words.csv}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconBraces size={15} />}
          onClick={() => save(`${name}.json`, 'application/json', jsonParts(rows))}
        >
          {words.json}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
