/** Reads codes from a camera's picture until it is stopped. */
export interface Decoder {
  stop: () => void
}

/** Symbologies that goods carry. Names are those of the browser's `BarcodeDetector`. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'code_128', 'qr_code', 'data_matrix', 'itf'] as const

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** Pause between two looks at the picture. */
const LOOK_MS = 120

/** The browser's own detector, where it reads all that goods carry. */
async function ownDetector(): Promise<Detector | null> {
  const Own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (!Own) return null
  try {
    const supported = await Own.getSupportedFormats()
    const formats = FORMATS.filter((format) => supported.includes(format))
    return formats.includes('ean_13') && formats.includes('code_128') ? new Own({ formats }) : null
  } catch {
    return null
  }
}

/** Opens the camera at the back, shows it in `video` and calls back with each code that is seen. */
export async function decode(video: HTMLVideoElement, seen: (code: string) => void): Promise<Decoder> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  })
  const release = (): void => stream.getTracks().forEach((track) => track.stop())
  try {
    const own = await ownDetector()
    if (!own) {
      const { BrowserMultiFormatReader } = await import('@zxing/browser')
      const controls = await new BrowserMultiFormatReader().decodeFromStream(stream, video, (result) => {
        if (result) seen(result.getText())
      })
      return {
        stop: () => {
          controls.stop()
          release()
        },
      }
    }
    video.srcObject = stream
    await video.play()
    let stopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
      const codes = await own.detect(video).catch(() => [])
      if (stopped) return
      for (const { rawValue } of codes) seen(rawValue)
      timer = setTimeout(() => void look(), LOOK_MS)
    }
    void look()
    return {
      stop: () => {
        stopped = true
        clearTimeout(timer)
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
