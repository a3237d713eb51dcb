/** The errors of imports, a part of the registry. */
export const importErrors = {
  import_not_found: {
    status: 404,
    title: 'There is no such import',
    meaning: 'The calling partner has no import with this id.',
    remedy: 'Use an id from GET /v1/imports, or open an import with POST.',
    guide: 'imports.md',
  },
  import_open: {
    status: 409,
    title: 'The file is being imported with other options',
    meaning: 'You have an open import of this `content_hash` with other options. `import_id` contains its id.',
    remedy: 'Go on with that import and its options, or close it first.',
    guide: 'imports.md',
  },
  import_closed: {
    status: 409,
    title: 'The import is closed',
    meaning: 'A closed import takes no rows. An open one without a row for seven days is closed, too.',
    remedy: 'Open another import. Rows that are stored already will be duplicates.',
    guide: 'imports.md',
  },
  too_many_imports: {
    status: 409,
    title: 'Too many imports are open',
    meaning: 'You have 20 open imports, the maximum.',
    remedy: 'Close one of those that GET /v1/imports?state=open lists.',
    guide: 'imports.md',
  },
} as const;
