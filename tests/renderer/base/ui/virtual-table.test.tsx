import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { VirtualTable } from '../../../../src/renderer/base/ui/virtual-table.tsx'

test('there is no table until its columns are known, only the placeholder', () => {
  const column = { key: 'time', title: 'Time', width: '1fr', cell: (row: number) => row }
  const { rerender } = render(<VirtualTable label="events.csv" columns={[]} rowCount={0} empty="Reading…" />)
  expect(screen.getByText('Reading…')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  rerender(<VirtualTable label="events.csv" columns={[column]} rowCount={3} empty="Reading…" />)
  expect(screen.getByRole('table', { name: 'events.csv' })).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: 'Time' })).toBeTruthy()
})
