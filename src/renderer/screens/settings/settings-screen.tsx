/** The settings screen: the general page, the pages of the organization, its keys, its usage and its audit log, and the server. */

import { Button, Code, CopyButton, Group, SegmentedControl, Switch, Tooltip } from '@mantine/core'
import { lazy, useState } from 'react'
import type { Account } from '../../../shared/bridge/visitor.ts'
import { isLanguage, LANGUAGES } from '../../../shared/domain/language.ts'
import type { Settings } from '../../../shared/domain/settings.ts'
import { useHost } from '../../base/host/host-context.ts'
import { useIsOwnInstallation } from '../../base/host/server-state.tsx'
import { useSettingsPages } from '../../base/host/settings-pages.ts'
import { hrefOf, type SettingsPage } from '../../base/navigation/route.ts'
import { askForNotices } from '../../base/settings/notification-permission.ts'
import { useSettings } from '../../base/settings/settings-context.tsx'
import { Page, Section, useTitle } from '../../base/ui/page.tsx'
import { PageLinks } from '../../base/ui/page-links.tsx'
import { useTour } from '../../parts/studio/tour/use-tour.ts'
import { changeLanguage } from '../../texts/chosen-language.ts'
import { language } from '../../texts/language.ts'
import { texts } from '../../texts/texts.ts'
import { ApiKeys } from './api-keys/api-keys.tsx'
import { BrowserSession } from './browser-session.tsx'
import { Connections } from './connection/connections.tsx'
import { Devices } from './devices/devices.tsx'
import { DownloadSettings } from './download-settings.tsx'
import { KeySheet } from './key-sheet.tsx'
import { OrganizationPage } from './organization/organization-page.tsx'
import { Row } from './row.tsx'
import { ServerPage } from './server/server-page.tsx'
import classes from './settings.module.css'
import { Storage } from './storage.tsx'
import { StorageConnectionsPage } from './storage-connections/storage-connections-page.tsx'
import { UsagePage } from './usage/usage-page.tsx'

/** The declarations of all calls, whose names the page offers as a filter, are large. */
const AuditPage = lazy(() => import('./audit/audit-page.tsx'))

const THEMES = [
  { value: 'system', label: texts.settings.settingsScreen.system },
  { value: 'dark', label: texts.settings.settingsScreen.dark },
  { value: 'light', label: texts.settings.settingsScreen.light },
]

const SYSTEMS: Record<string, string> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }

/** @param page the general page unless it is given */
export function SettingsScreen({ page }: { page?: SettingsPage | undefined }) {
  useTitle(texts.settings.settingsScreen.title)
  const links = [undefined, ...useSettingsPages()].map((other) => ({
    href: hrefOf({ screen: 'settings', ...(other && { page: other }) }),
    title: texts.access.pages[other ?? 'general'],
    isCurrent: other === page,
  }))
  return (
    <Page title={texts.settings.settingsScreen.title}>
      <div className={classes.content}>
        <PageLinks label={texts.access.pages.label} pages={links} />
        <Content page={page} />
      </div>
    </Page>
  )
}

function Content({ page }: { page: SettingsPage | undefined }) {
  switch (page) {
    case 'organization':
      return <OrganizationPage />
    case 'keys':
      return <ApiKeys />
    case 'storage':
      return <StorageConnectionsPage />
    case 'usage':
      return <UsagePage />
    case 'audit':
      return <AuditPage />
    case 'server':
      return <ServerPage />
    case undefined:
      return <GeneralPage />
  }
}

function GeneralPage() {
  const { info } = useHost()
  const { settings, change } = useSettings()
  const isOwn = useIsOwnInstallation()
  return (
    <>
      <Section title={texts.settings.settingsScreen.appearance}>
        <div className={classes.rows}>
          <Row label={texts.settings.settingsScreen.theme} hint={texts.settings.settingsScreen.themeHint}>
            <SegmentedControl
              aria-label={texts.settings.settingsScreen.theme}
              data={THEMES}
              value={settings.theme}
              onChange={(theme) => change({ theme: theme as Settings['theme'] })}
            />
          </Row>
          <Row label={texts.settings.language.title} hint={texts.settings.language.hint}>
            <LanguageChoice />
          </Row>
        </div>
      </Section>
      {info.account ? (
        <Section title={texts.settings.account.title}>
          <div className={classes.rows}>
            <AccountRow account={info.account} />
          </div>
        </Section>
      ) : (
        <Section title={texts.settings.connection.title}>
          <Connections />
        </Section>
      )}
      <Section title={texts.settings.settingsScreen.runs}>
        <div className={classes.rows}>
          <Row label={texts.settings.settingsScreen.runEnds} hint={texts.settings.settingsScreen.runEndsHint}>
            <NoticeSwitch />
          </Row>
        </div>
      </Section>
      <Section title={texts.devices.settings.title}>
        <Devices canChoose={isOwn} />
      </Section>
      <Section title={texts.settings.settingsScreen.help}>
        <div className={classes.rows}>
          <Row label={texts.guide.title} hint={texts.guide.hint}>
            <Button component="a" href={hrefOf({ screen: 'guide' })} variant="default">
              {texts.guide.open}
            </Button>
          </Row>
          <Row label={texts.settings.settingsScreen.tour} hint={texts.settings.settingsScreen.tourHint}>
            <TourButtons />
          </Row>
        </div>
      </Section>
      <Section title={texts.settings.settingsScreen.computer}>
        <div className={classes.rows}>
          {info.data_dir !== null && (
            <Row label={texts.settings.settingsScreen.data} hint={texts.settings.settingsScreen.dataHint}>
              <Path path={info.data_dir} />
            </Row>
          )}
          <Row label={texts.settings.settingsScreen.version}>
            {texts.settings.settingsScreen.versionIn(
              info.version,
              info.host === 'electron' ? texts.settings.settingsScreen.desktop : texts.settings.settingsScreen.browser,
              SYSTEMS[info.os] ?? info.os,
            )}
          </Row>
          {info.updates && (
            <Row label={texts.settings.settingsScreen.updates} hint={texts.settings.settingsScreen.updatesHint}>
              <Switch
                label={texts.settings.settingsScreen.checkForUpdates}
                checked={settings.updates ?? false}
                onChange={(e) => change({ updates: e.currentTarget.checked })}
              />
            </Row>
          )}
        </div>
      </Section>
      {info.account === null && (
        <Section title={texts.getModel.settings.title}>
          <DownloadSettings />
        </Section>
      )}
      <Section title={texts.settings.storage.title}>
        <Storage of={isOwn ? 'own' : 'organization'} />
      </Section>
      {info.session_url !== null && (
        <Section title={texts.settings.browserSession.title}>
          <BrowserSession url={info.session_url} />
        </Section>
      )}
      <Section title={texts.settings.settingsScreen.keyboard}>
        <KeySheet />
      </Section>
      <Section title={texts.settings.settingsScreen.licences}>
        <p className={classes.prose}>{texts.settings.settingsScreen.licenceText}</p>
        <ul className={classes.components}>
          {COMPONENTS.map(({ name, use, licence }) => (
            <li key={name}>
              <span>{name}</span>
              <span>{use}</span>
              <span>{licence}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

/** The permission is requested only when the user turns the switch on. */
function NoticeSwitch() {
  const { settings, change } = useSettings()
  const [problem, setProblem] = useState<string | null>(null)
  const turn = async (on: boolean) => {
    const refused = on ? await askForNotices() : null
    setProblem(refused)
    if (refused === null) change({ notify_run_end: on })
  }
  return (
    <Switch
      label={texts.settings.settingsScreen.tellMe}
      checked={settings.notify_run_end ?? false}
      error={problem}
      onChange={(e) => void turn(e.currentTarget.checked)}
    />
  )
}

function TourButtons() {
  const tour = useTour()
  return (
    <Group gap={8}>
      {tour.left && (
        <Button variant="default" onClick={tour.resume}>
          {texts.settings.settingsScreen.resume}
        </Button>
      )}
      <Button variant="default" onClick={tour.start}>
        {tour.left ? texts.settings.settingsScreen.restart : texts.settings.settingsScreen.start}
      </Button>
    </Group>
  )
}

function Path({ path }: { path: string }) {
  return (
    <CopyButton value={path}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? texts.ui.words.copied : texts.settings.settingsScreen.copy}>
          <Code component="button" className={classes.path} onClick={copy}>
            {path}
          </Code>
        </Tooltip>
      )}
    </CopyButton>
  )
}

const words = texts.settings.account

/** The person who is signed in to the server of this page. */
function AccountRow({ account: { name, email, organization, role, url } }: { account: Account }) {
  return (
    <Row label={words.signedIn(name)} hint={words.where(email, organization, texts.access.roles[role])}>
      <Button component="a" href={url} variant="default">
        {words.open}
      </Button>
    </Row>
  )
}

/** Each language by its own name, marked with its `lang` for screen readers. */
const CHOICES = Object.entries(LANGUAGES).map(([value, name]) => ({ value, label: <span lang={value}>{name}</span> }))

/** The language setting. Changing it reloads the page; unsaved edits are kept. */
const LanguageChoice = () => (
  <SegmentedControl
    aria-label={texts.settings.language.title}
    data={CHOICES}
    value={language}
    onChange={(chosen) => isLanguage(chosen) && changeLanguage(chosen)}
  />
)

const { uses } = texts.settings.licences

/** The main components that Sightline is built on, with their licences. */
const COMPONENTS: readonly { name: string; use: string; licence: string }[] = [
  { name: texts.settings.licences.ffmpeg, use: uses.video, licence: 'GPL-3.0' },
  { name: 'ONNX Runtime', use: uses.models, licence: 'MIT' },
  { name: 'React, React Flow', use: uses.canvas, licence: 'MIT' },
  { name: 'Mantine, Tabler Icons', use: uses.controls, licence: 'MIT' },
  { name: 'Fastify, Kysely, libSQL', use: uses.platform, licence: 'MIT' },
  { name: 'uPlot', use: uses.charts, licence: 'MIT' },
  { name: 'DejaVu Sans', use: uses.text, licence: 'Bitstream Vera' },
]
