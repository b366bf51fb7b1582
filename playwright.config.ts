import { defineConfig } from '@playwright/test'
import { browserForTests } from './tools/test/find-browser.mjs'

/** Real Chromium against the real web host, which tests share as their `hostFor` says. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/global-setup.ts',
  timeout: 240_000,
  expect: { timeout: 20_000 },
  workers: 2,
  retries: 0,
  forbidOnly: true,
  outputDir: '.cache/e2e',
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    // Dialogs and menus open without animation: a click on a moving button may miss it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: browserForTests(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
    screenshot: 'only-on-failure',
    trace: 'off',
    // A page that has compiled the scripts before starts the Studio in half the time. Cookies and storage are cleared.
    reuseContext: true,
  },
})
