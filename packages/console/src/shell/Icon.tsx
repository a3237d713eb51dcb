/** Line icons, 24 × 24. They only repeat a label, so that screen readers skip them. */
const PATHS = {
  ball: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M6 5.5c3 3.5 3 9.5 0 13M18 5.5c-3 3.5-3 9.5 0 13',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 4.400a3.5 3.5 0 0 1 0 6.400M18 14.300c2.1.8 3.5 2.8 3.5 5.7',
  court: 'M3 5h18v14H3zM12 5v14M7 5v14M17 5v14M7 12h10',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5M12.5 18v-7M9.5 13.5l3-3 3 3',
  code: 'M8.5 7 3.5 12l5 5M15.5 7l5 5-5 5M13.5 4.500l-3 15',
  building: 'M5 20V4h9v16M14 10h5v10M3 20h18M8.5 8h2M8.5 12h2M8.5 16h2',
  chart: 'M4 4v16h16M7.5 15l3.5-4.5 3 2.5 5-6.5',
  pulse: 'M3 12h4l2.5-6.5 4.5 13 2.5-6.500H21',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.500c0-4 3.3-6.5 7.5-6.500s7.5 2.5 7.5 6.5',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
