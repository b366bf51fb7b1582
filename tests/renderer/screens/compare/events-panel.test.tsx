import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Comparison } from '../../../../src/renderer/screens/compare/comparison/use-comparison.ts'
import type { EventPair } from '../../../../src/renderer/screens/compare/matching/match-events.ts'
import { EventsPanel } from '../../../../src/renderer/screens/compare/panels/events-panel.tsx'
import { createFakeHost } from '../../fake-host.ts'
import { renderWith } from '../../render.tsx'

const event = { trackId: 1, timeS: 2 }
const pair = (place: string, inA: boolean, inB: boolean) =>
  ({
    place,
    type: 'line_crossing',
    className: 'car',
    timeS: 2,
    a: inA ? event : null,
    b: inB ? event : null,
  }) as EventPair

const PAIRS = [pair('gate', true, true), pair('gate', true, true), pair('kerb', true, false), pair('kerb', true, true)]
const PLACES = ['gate', 'kerb', 'yard'].map((key) => ({ key, title: key }))

function show(part: object = {}, error: string | null = null) {
  const side = { inspection: { events: { error } } }
  const comparison = {
    a: side,
    b: side,
    places: { all: PLACES },
    silent: [],
    current: null,
    showPair: () => undefined,
    pairs: PAIRS,
    differences: PAIRS.filter(({ b }) => b === null),
    done: true,
    ...part,
  } as unknown as Comparison
  renderWith(createFakeHost(), <EventsPanel comparison={comparison} />)
}

const choose = async (place: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: 'Line or zone' }))
  await userEvent.click(await screen.findByRole('option', { name: place, hidden: true }))
}

test('the totals are those of the selected line', async () => {
  show()
  expect(screen.getByText('1 difference: 1 only in run 1, 0 only in run 2. 3 in both.')).toBeTruthy()
  await choose('gate')
  expect(screen.getByText('0 differences: 0 only in run 1, 0 only in run 2. 2 in both.')).toBeTruthy()
  expect(screen.getByText(/^Both runs counted the same events at this line or zone/)).toBeTruthy()
})

test('a line without counts shows that neither run counted anything there', async () => {
  show()
  await choose('yard')
  expect(screen.getByText('Neither run counted anything at this line or zone.')).toBeTruthy()
})

test('the panel shows no totals of events that are unread or unreadable', () => {
  show({ done: false, pairs: [], differences: [] })
  expect(screen.queryByText(/in both/)).toBeNull()
  show({ pairs: [], differences: [] }, 'The file is gone.')
  expect(screen.queryByText(/in both/)).toBeNull()
})
