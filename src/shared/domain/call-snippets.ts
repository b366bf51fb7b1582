/** Programs that call the address of a deployment; each prints the reply. Python uses its standard library only. */

export const SNIPPET_LANGUAGES = ['curl', 'python', 'javascript'] as const
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]
export const IMAGE_FORMS = ['base64', 'multipart'] as const
export type ImageForm = (typeof IMAGE_FORMS)[number]

/** The environment variable with the token, which is known at its creation only. */
export const TOKEN_VARIABLE = 'DEPLOY_TOKEN'
/** In the folder in which the program runs. */
export const SNIPPET_IMAGE = 'image.jpg'

type Snippet = (url: string) => string

const SNIPPETS: Record<SnippetLanguage, Record<ImageForm, Snippet>> = {
  curl: {
    base64: (
      url,
    ) => `printf '{"image": {"type": "base64", "value": "%s"}}' "$(base64 < ${SNIPPET_IMAGE} | tr -d '\\n')" |
  curl --silent --show-error --fail-with-body '${url}' \\
    --header "Authorization: Bearer $${TOKEN_VARIABLE}" \\
    --header 'Content-Type: application/json' \\
    --data-binary @-
`,
    multipart: (url) => `curl --silent --show-error --fail-with-body '${url}' \\
  --header "Authorization: Bearer $${TOKEN_VARIABLE}" \\
  --form file=@${SNIPPET_IMAGE}
`,
  },
  python: {
    base64: (url) => `import base64
import json
import os
import urllib.request

with open("${SNIPPET_IMAGE}", "rb") as file:
    value = base64.b64encode(file.read()).decode()
request = urllib.request.Request(
    "${url}",
    data=json.dumps({"image": {"type": "base64", "value": value}}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["${TOKEN_VARIABLE}"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as reply:
    print(json.dumps(json.load(reply), indent=2))
`,
    multipart: (url) => `import json
import os
import urllib.request
import uuid

boundary = uuid.uuid4().hex
head = (
    f"--{boundary}\\r\\n"
    'Content-Disposition: form-data; name="file"; filename="${SNIPPET_IMAGE}"\\r\\n'
    "Content-Type: image/jpeg\\r\\n\\r\\n"
)
with open("${SNIPPET_IMAGE}", "rb") as file:
    body = head.encode() + file.read() + f"\\r\\n--{boundary}--\\r\\n".encode()
request = urllib.request.Request(
    "${url}",
    data=body,
    headers={
        "Authorization": "Bearer " + os.environ["${TOKEN_VARIABLE}"],
        "Content-Type": f"multipart/form-data; boundary={boundary}",
    },
)
with urllib.request.urlopen(request) as reply:
    print(json.dumps(json.load(reply), indent=2))
`,
  },
  javascript: {
    base64: (url) => `import { readFile } from 'node:fs/promises'

const value = await readFile('${SNIPPET_IMAGE}', 'base64')
const reply = await fetch('${url}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.${TOKEN_VARIABLE}}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify({ image: { type: 'base64', value } }),
})
if (!reply.ok) throw new Error(await reply.text())
console.log(JSON.stringify(await reply.json(), null, 2))
`,
    multipart: (url) => `import { readFile } from 'node:fs/promises'

const form = new FormData()
form.append('file', new Blob([await readFile('${SNIPPET_IMAGE}')], { type: 'image/jpeg' }), '${SNIPPET_IMAGE}')
const reply = await fetch('${url}', {
  method: 'POST',
  headers: { authorization: \`Bearer \${process.env.${TOKEN_VARIABLE}}\` },
  body: form,
})
if (!reply.ok) throw new Error(await reply.text())
console.log(JSON.stringify(await reply.json(), null, 2))
`,
  },
}

/** Characters that would end a string of a program, or stand for something else there. */
const UNSAFE = /['"\\`$\s]/g
const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`

export const callSnippet = (language: SnippetLanguage, form: ImageForm, url: string): string =>
  SNIPPETS[language][form](url.replaceAll(UNSAFE, percentEncoded))
