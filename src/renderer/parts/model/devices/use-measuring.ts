/** Measures one model on each available device, one after the other. */
import { useEffect, useRef, useState } from 'react'
import type { DeviceMeasurement } from '../../../../shared/api/devices.ts'
import type { Device } from '../../../../shared/domain/device.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'

export interface Measuring {
  /** Null when nothing is being measured. `n` counts from 1. */
  now: { device: Device; n: number; of: number } | null
  /** Sentences by device, of the last measurement. */
  problems: Readonly<Record<string, string>>
  start(model: string, devices: readonly Device[]): Promise<void>
  /** The measurement in progress is completed; no other begins. */
  stop(): void
  /** Removes the problems, which belong to the model that was measured. */
  reset(): void
}

export function useMeasuring(onMeasured: (measurement: DeviceMeasurement) => void): Measuring {
  const host = useHost()
  const [now, setNow] = useState<Measuring['now']>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])

  async function start(model: string, devices: readonly Device[]): Promise<void> {
    stopped.current = false
    setProblems({})
    for (const [i, device] of devices.entries()) {
      if (stopped.current) break
      setNow({ device, n: i + 1, of: devices.length })
      try {
        onMeasured(await host.api('devices.check', { body: { model, device: device.id } }))
      } catch (error) {
        const problem = errorText(error)
        setProblems((before) => ({ ...before, [device.id]: problem }))
      }
    }
    setNow(null)
  }

  return {
    now,
    problems,
    start,
    stop() {
      stopped.current = true
    },
    reset: () => setProblems({}),
  }
}
