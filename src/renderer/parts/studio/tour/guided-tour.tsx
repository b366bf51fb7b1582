/** The coach marks of the tour: a ring around the element and a card beside it. Nothing else is covered or blocked. */
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Route } from '../../../base/navigation/route.ts'
import { texts } from '../../../texts/texts.ts'
import { type Box, placeCard, type Size } from './place-card.ts'
import classes from './tour.module.css'
import { TOUR_STEPS } from './tour-steps.ts'
import { useTour } from './use-tour.ts'

const AWAY = texts.tour.guidedTour.away

export function GuidedTour({ route }: { route: Route }) {
  const tour = useTour()
  const step = tour.at === null ? null : (TOUR_STEPS[tour.at] ?? null)
  const here = step !== null && route.screen === step.screen
  const advanced = useRef<string | null>(null)
  /** The step whose target was requested before it was in the page. */
  const wanted = useRef<string | null>(null)
  // The canvas pans instead of scrolling.
  const target = useTarget(step?.target ?? null, step?.screen !== 'editor', () => {
    if (wanted.current !== null && wanted.current === step?.id) goThere()
    if (tour.at === null || !step?.done?.(route) || advanced.current === step.id) return
    advanced.current = step.id
    tour.goTo(tour.at + 1)
  })
  if (advanced.current !== null && advanced.current !== step?.id) advanced.current = null
  const lost = step !== null && !here
  const [card, size] = useSize()
  const view = { width: window.innerWidth, height: window.innerHeight }
  const place = placeCard(target.box, size, view)
  const text = step && (lost ? AWAY : step.text)

  const goThere = () => {
    const element = target.element() as HTMLElement | SVGElement | null
    // Blocks are hidden until the canvas has measured them, and a hidden element takes no focus.
    const isThere = element?.checkVisibility({ visibilityProperty: true }) === true
    wanted.current = isThere ? null : (step?.id ?? null)
    if (!isThere) return
    if (element.tabIndex < 0) element.setAttribute('tabindex', '-1')
    element.focus()
    element.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    tour.leave()
  }

  return (
    <>
      <VisuallyHidden role="status" aria-live="polite">
        {step && texts.tour.guidedTour.announce((tour.at ?? 0) + 1, TOUR_STEPS.length, step.title, text)}
      </VisuallyHidden>
      {step && tour.at !== null && (
        <>
          {target.box && here && (
            <div
              className={classes.ring}
              aria-hidden
              style={{
                left: target.box.x - 5,
                top: target.box.y - 5,
                width: target.box.width + 10,
                height: target.box.height + 10,
              }}
            />
          )}
          <section
            ref={card}
            className={classes.card}
            aria-label={texts.tour.guidedTour.label}
            style={{ left: place.x, top: place.y }}
            onKeyDown={onKeyDown}
          >
            <header>
              <span className="figures">{texts.tour.guidedTour.stepOf(tour.at + 1, TOUR_STEPS.length)}</span>
              <ActionIcon size={24} aria-label={texts.tour.guidedTour.leave} onClick={tour.leave}>
                <IconX size={14} />
              </ActionIcon>
            </header>
            <h2>{step.title}</h2>
            <p>{text}</p>
            <footer>
              {lost ? (
                <Button size="compact-sm" variant="default" onClick={tour.start}>
                  {texts.tour.guidedTour.restart}
                </Button>
              ) : (
                <>
                  {tour.at > 1 && !TOUR_STEPS[tour.at - 1]?.done && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="gray"
                      onClick={() => tour.goTo((tour.at ?? 1) - 1)}
                    >
                      {texts.tour.guidedTour.back}
                    </Button>
                  )}
                  <Button size="compact-sm" variant="default" onClick={goThere}>
                    {texts.tour.guidedTour.goThere}
                  </Button>
                  {!step.done && (
                    <Button size="compact-sm" variant="default" onClick={() => tour.goTo((tour.at ?? 0) + 1)}>
                      {tour.at === TOUR_STEPS.length - 1 ? texts.tour.guidedTour.finish : texts.tour.guidedTour.next}
                    </Button>
                  )}
                </>
              )}
            </footer>
          </section>
        </>
      )}
    </>
  )
}

function useSize() {
  const ref = useRef<HTMLElement>(null)
  const [size, setSize] = useState<Size>({ width: 300, height: 170 })
  useLayoutEffect(() => {
    if (!ref.current) return
    const { offsetWidth: width, offsetHeight: height } = ref.current
    if (width > 0 && (width !== size.width || height !== size.height)) setSize({ width, height })
  })
  return [ref, size] as const
}

interface Target {
  box: Box | null
  element(): Element | null
}

const same = (a: Box | null, b: Box | null) =>
  a === b || (a && b && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height)

const outside = (e: Element): boolean => {
  const { top, bottom } = e.getBoundingClientRect()
  return top < 0 || bottom > window.innerHeight
}

/**
 * Tracks the position of an element on the screen, frame by frame, while a step points at it.
 * `onFrame` is called after each measurement. A null selector disables the search. With `reveal` an element found out
 * of sight is scrolled into view once.
 */
function useTarget(selector: string | null, reveal: boolean, onFrame: () => void): Target {
  const [box, setBox] = useState<Box | null>(null)
  const found = useRef<Element | null>(null)
  const each = useRef(onFrame)
  each.current = onFrame

  useEffect(() => {
    found.current = null
    if (selector === null) return setBox(null)
    let last: Box | null = null
    let frame = 0
    const look = () => {
      if (!found.current?.isConnected || !found.current.matches(selector)) {
        found.current = document.querySelector(selector)
        if (reveal && found.current && outside(found.current)) found.current.scrollIntoView({ block: 'center' })
      }
      // An element under a dialog can't be reached, and a mark on it would cover the dialog.
      const covered = document.querySelector('[role="dialog"][aria-modal="true"]') !== null
      const rect = covered ? undefined : found.current?.getBoundingClientRect()
      const next = rect ? { x: rect.x, y: rect.y, width: rect.width, height: rect.height } : null
      if (!same(last, next)) {
        last = next
        setBox(next)
      }
      each.current()
      frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [selector, reveal])

  return { box, element: () => found.current }
}
