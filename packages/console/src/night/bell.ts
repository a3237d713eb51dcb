/** The bell of a night by time. Browsers play no sound before a tap or a key on the page. */
import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Partials of a bell: multiples of its tone, with their loudness. */
const PARTIALS = [
  [1, 0.5],
  [2, 0.3],
  [2.76, 0.25],
  [5.4, 0.12],
] as const;
const TONE_HZ = 660;
const FADING_S = 1.8;
const STROKE_GAP_S = 0.7;

let audio: AudioContext | null = null;
const listeners = new Set<() => void>();

/** Null where the browser has no sound. */
function openAudio(): AudioContext | null {
  if (audio !== null || typeof AudioContext === 'undefined') return audio;
  audio = new AudioContext();
  audio.addEventListener('statechange', () => {
    for (const listener of listeners) listener();
  });
  // One stroke, so that people hear that it works.
  const resume = () => {
    if (audio?.state === 'suspended') void audio.resume().then(() => ring(1));
  };
  addEventListener('pointerdown', resume);
  addEventListener('keydown', resume);
  return audio;
}

/** Rings this many strokes. Silent while the browser plays no sound. */
function ring(strokes: number): void {
  const context = openAudio();
  if (context === null || context.state !== 'running') return;
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    const start = context.currentTime + stroke * STROKE_GAP_S;
    for (const [multiple, loudness] of PARTIALS) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = TONE_HZ * multiple;
      volume.gain.setValueAtTime(loudness, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + FADING_S / Math.sqrt(multiple));
      tone.connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(start + FADING_S);
    }
  }
}

/** Whether a tap is needed before the bell can be heard. */
export function useIsMuted(isWanted: boolean): boolean {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => isWanted && openAudio()?.state === 'suspended',
  );
}

/** When the last minute begins, and the end. */
const STROKES = [
  [60, 1],
  [0, 3],
] as const;
/** A screen that slept through the end does not ring. */
const LATE_S_MAX = 5;

/** Rings as the time passes these moments, not on a page that opens after them. */
export function useBell(seconds: number | null): void {
  const before = useRef(seconds);
  useEffect(() => {
    const last = before.current;
    before.current = seconds;
    if (last === null || seconds === null) return;
    const passed = STROKES.findLast(([moment]) => last > moment && seconds <= moment && seconds > moment - LATE_S_MAX);
    if (passed !== undefined) ring(passed[1]);
  }, [seconds]);
}
