/** The navigation rail. */
import { Tooltip, UnstyledButton, useComputedColorScheme } from '@mantine/core'
import {
  IconBell,
  IconBook2,
  IconBox,
  IconHistory,
  IconMoon,
  IconPhoto,
  IconReportAnalytics,
  IconSchema,
  IconServerBolt,
  IconSettings,
  IconSun,
} from '@tabler/icons-react'
import { useStore } from 'zustand'
import { useHost } from '../base/host/host-context.ts'
import { hrefOf, type Route } from '../base/navigation/route.ts'
import { useSettings } from '../base/settings/settings-context.tsx'
import { Mark } from '../base/ui/mark.tsx'
import { downloadsStore, isUnderWay } from '../parts/model/get-model/downloads.ts'
import { unreadStoreOf } from '../parts/studio/notifications/unread-store.ts'
import { formatCount } from '../texts/plural.ts'
import { texts } from '../texts/texts.ts'
import classes from './rail.module.css'

const TARGETS = [
  { label: texts.shell.rail.workflows, route: { screen: 'home' }, screens: ['home', 'editor'], icon: IconSchema },
  {
    label: texts.shell.rail.runs,
    route: { screen: 'runs' },
    screens: ['runs', 'run', 'batches', 'batch', 'compare', 'lab'],
    icon: IconHistory,
  },
  {
    label: texts.data.list.title,
    route: { screen: 'datasets' },
    screens: ['datasets', 'dataset', 'image'],
    icon: IconPhoto,
  },
  { label: texts.shell.rail.models, route: { screen: 'models' }, screens: ['models', 'model'], icon: IconBox },
  {
    label: texts.evaluations.list.title,
    route: { screen: 'evaluations' },
    screens: ['evaluations', 'evaluation', 'compare-evaluations'],
    icon: IconReportAnalytics,
  },
  {
    label: texts.deployments.title,
    route: { screen: 'deployments' },
    screens: ['deployments', 'deployment'],
    icon: IconServerBolt,
  },
] as const

const SETTINGS = {
  label: texts.shell.rail.settings,
  route: { screen: 'settings' },
  screens: ['settings'],
  icon: IconSettings,
} as const

const GUIDE = { label: texts.guide.title, route: { screen: 'guide' }, screens: ['guide'], icon: IconBook2 } as const

const ACTIVITY = {
  label: texts.activity.title,
  route: { screen: 'activity' },
  screens: ['activity'],
  icon: IconBell,
} as const

type Target = (typeof TARGETS)[number] | typeof ACTIVITY | typeof SETTINGS | typeof GUIDE

export function Rail({ route }: { route: Route }) {
  const downloads = useStore(downloadsStore, ({ all }) => all.filter(isUnderWay).length)
  return (
    <nav className={classes.rail} aria-label={texts.shell.rail.main}>
      <a className={classes.mark} href={hrefOf({ screen: 'home' })} aria-label={texts.shell.rail.toWorkflows}>
        <Mark size={26} />
      </a>
      {TARGETS.map((target) => (
        <RailLink
          key={target.label}
          target={target}
          route={route}
          busy={target.route.screen === 'models' && downloads > 0 ? texts.getModel.downloads.underWay(downloads) : null}
        />
      ))}
      <div className={classes.gap} />
      <Bell route={route} />
      <ThemeButton />
      <RailLink target={GUIDE} route={route} />
      <RailLink target={SETTINGS} route={route} />
    </nav>
  )
}

/** A larger number would not fit beside the bell. */
const MOST_SHOWN = 99

function Bell({ route }: { route: Route }) {
  const unread = useStore(unreadStoreOf(useHost()).state, ({ count }) => count ?? 0)
  const badge = unread > MOST_SHOWN ? texts.activity.many(MOST_SHOWN) : formatCount(unread)
  return (
    <RailLink
      target={ACTIVITY}
      route={route}
      note={unread > 0 ? texts.activity.unread(unread) : null}
      badge={unread > 0 ? badge : null}
    />
  )
}

interface RailLinkProps {
  target: Target
  route: Route
  /** Work under way behind this link. */
  busy?: string | null
  /** The meaning of the badge. */
  note?: string | null
  badge?: string | null
}

function RailLink({ target, route, busy = null, note = busy, badge = null }: RailLinkProps) {
  const active = (target.screens as readonly string[]).includes(route.screen)
  return (
    <Tooltip
      label={note === null ? target.label : `${target.label}: ${note}`}
      position="right"
      withArrow
      openDelay={150}
    >
      <a
        className={classes.link}
        href={hrefOf(target.route)}
        aria-label={target.label}
        aria-current={active ? 'page' : undefined}
        aria-description={note ?? undefined}
        data-busy={busy !== null || undefined}
      >
        <target.icon size={20} stroke={1.6} aria-hidden />
        {badge !== null && (
          <span className={classes.badge} aria-hidden>
            {badge}
          </span>
        )}
      </a>
    </Tooltip>
  )
}

function ThemeButton() {
  const { change } = useSettings()
  const dark = useComputedColorScheme('dark') === 'dark'
  const label = dark ? texts.ui.words.switchToLight : texts.ui.words.switchToDark
  return (
    <Tooltip label={label} position="right" withArrow openDelay={150}>
      <UnstyledButton
        className={classes.link}
        aria-label={label}
        onClick={() => change({ theme: dark ? 'light' : 'dark' })}
      >
        {dark ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />}
      </UnstyledButton>
    </Tooltip>
  )
}
