/**
 * The environment of a process that reads files of others, such as an engine: what the system, its libraries and drivers read. All
 * else stays behind, since the environment of a server holds keys of clouds, passwords and addresses of databases.
 */

type Environment = Record<string, string | undefined>

/** In capitals: Windows has them in any case. */
const NAMES = new Set(
  `PATH HOME USER LOGNAME LANG LANGUAGE TZ TMPDIR TEMP TMP SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT
  USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES
  NUMBER_OF_PROCESSORS LD_LIBRARY_PATH LD_PRELOAD DYLD_LIBRARY_PATH DYLD_FALLBACK_LIBRARY_PATH GLIBC_TUNABLES
  NODE_OPTIONS NODE_V8_COVERAGE UV_THREADPOOL_SIZE ELECTRON_RUN_AS_NODE DISPLAY WAYLAND_DISPLAY XAUTHORITY`.split(
    /\s+/,
  ),
)

/** Settings of languages, fonts, allocators, threads and drivers. */
const PREFIXES =
  /^(LC|XDG|FONTCONFIG|MALLOC|OMP|KMP|ORT|CUDA|NVIDIA|NV|__NV|__GLX|__VK|VK|MESA|GALLIUM|LIBGL|DRI|LIBVA|VDPAU|HSA|ROCR|HIP|ZE|DAWN|PROCESSOR)_/i

/** `also`: further names that the process reads. */
export function childEnvironment(environment: Environment, also?: RegExp): Environment {
  const isKept = (name: string) => NAMES.has(name.toUpperCase()) || PREFIXES.test(name) || also?.test(name) === true
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isKept(name)))
}
