/** Lets people feel and hear whether a scan was taken: their eyes are on the goods, and not every device vibrates. */
const TAKEN_MS = 60
const REFUSED_MS = [120, 80, 120]
/** The tone of a scan that was not taken. */
const TONE_HZ = 220
const TONE_MS = 300
const TONE_VOLUME = 0.2

let audio: AudioContext | null = null

function warn(): void {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  // A page begins without sound; the keys of a scanner and a press on the camera allow it.
  void audio.resume()
  const [tone, volume] = [audio.createOscillator(), audio.createGain()]
  tone.frequency.value = TONE_HZ
  volume.gain.value = TONE_VOLUME
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + TONE_MS / 1000)
}

export function signalScan(taken: boolean): void {
  if (typeof navigator.vibrate === 'function') navigator.vibrate(taken ? TAKEN_MS : REFUSED_MS)
  if (!taken) warn()
}
