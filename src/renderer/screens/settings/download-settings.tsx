/** The proxy and the hub of model downloads. */
import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Value } from 'typebox/value'
import { Settings } from '../../../shared/domain/settings.ts'
import { useSettings } from '../../base/settings/settings-context.tsx'
import { texts } from '../../texts/texts.ts'
import { Row } from './row.tsx'
import classes from './settings.module.css'

const PROXY_EXAMPLE = 'http://proxy.example:3128'
const HUB_EXAMPLE = 'https://huggingface.co'
const words = texts.getModel.settings

export function DownloadSettings() {
  return (
    <div className={classes.rows}>
      <Row label={words.proxy} hint={words.proxyHint}>
        <AddressField name="download_proxy" label={words.proxy} example={PROXY_EXAMPLE} />
      </Row>
      <Row label={words.hub} hint={words.hubHint}>
        <AddressField name="model_hub" label={words.hub} example={HUB_EXAMPLE} />
      </Row>
    </div>
  )
}

interface AddressFieldProps {
  name: 'download_proxy' | 'model_hub'
  label: string
  example: string
}

/** Saved when the field loses the focus, or on Enter; an invalid address stays in the field, with its problem. */
function AddressField({ name, label, example }: AddressFieldProps) {
  const { settings, change } = useSettings()
  const kept = settings[name] ?? ''
  const [typed, setTyped] = useState(kept)
  useEffect(() => setTyped(kept), [kept])
  const address = typed.trim()
  const isValid = Value.Check(Settings.properties[name], address)
  const keep = () => {
    if (isValid && address !== kept) change({ [name]: address })
  }
  return (
    <TextInput
      className={classes.link}
      aria-label={label}
      placeholder={example}
      value={typed}
      inputMode="url"
      spellCheck={false}
      error={isValid ? null : words.invalid}
      onChange={(e) => setTyped(e.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(e) => {
        if (e.key === 'Enter') keep()
      }}
    />
  )
}
