import { firstMigrations } from './firstMigrations.ts'

/**
 * The schema, step by step. Append only: a released step is never edited, since databases remember its hash.
 * Instants are ISO 8601 texts in UTC; JSON columns hold JSON texts; bodies are zstd-compressed.
 */
export const migrations: readonly string[] = [
  ...firstMigrations,
  `
  CREATE TABLE exported_files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sha256 TEXT NOT NULL,
    name TEXT NOT NULL,
    path TEXT,
    written_at TEXT NOT NULL,
    receipt TEXT NOT NULL
  ) STRICT;
  CREATE INDEX exported_files_by_hash ON exported_files (sha256, id);
  CREATE INDEX exported_files_by_path ON exported_files (path, id);
  CREATE INDEX exported_files_by_name ON exported_files (name, id);

  CREATE TABLE auto_exports (
    stage TEXT PRIMARY KEY REFERENCES stages ON DELETE CASCADE,
    is_on INTEGER NOT NULL,
    folder TEXT NOT NULL,
    options TEXT NOT NULL,
    files TEXT NOT NULL,
    written_at TEXT,
    written INTEGER NOT NULL,
    kept INTEGER NOT NULL
  ) STRICT;
  `,
  `ALTER TABLE stages ADD COLUMN capsule TEXT;`,
  `
  ALTER TABLE categories ADD COLUMN confirmed_at TEXT;
  UPDATE categories SET confirmed_at = (
    SELECT CASE WHEN categories.last_snapshot = g.id THEN coalesce(categories.checked_at, g.fetched_at) ELSE g.fetched_at END
    FROM category_tables t JOIN snapshots g ON g.id = t.snapshot WHERE t.category = categories.id
  );
  `,
  `
  ALTER TABLE ledger_marks ADD COLUMN last_id INTEGER NOT NULL DEFAULT 0;
  UPDATE ledger_marks SET last_id = coalesce(
    (SELECT min(l.id) - 1 FROM ledger l WHERE l.stage = ledger_marks.stage AND l.at > ledger_marks.at),
    (SELECT max(l.id) FROM ledger l WHERE l.stage = ledger_marks.stage),
    0
  );
  `,
  `
  ALTER TABLE snapshots ADD COLUMN damaged INTEGER;
  CREATE INDEX snapshots_by_damage ON snapshots (category) WHERE damaged IS NOT NULL;
  `,
  `
  ALTER TABLE snapshots ADD COLUMN set_aside TEXT;

  CREATE TABLE shrinks (
    category INTEGER PRIMARY KEY REFERENCES categories ON DELETE CASCADE,
    at TEXT NOT NULL,
    rows INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    reply_before INTEGER NOT NULL,
    rows_before INTEGER NOT NULL,
    before_at TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE intakes (id TEXT PRIMARY KEY, pid INTEGER NOT NULL, started_at TEXT NOT NULL) STRICT;

  CREATE TABLE staged_snapshots (
    snapshot INTEGER PRIMARY KEY REFERENCES snapshots ON DELETE CASCADE,
    intake TEXT NOT NULL
  ) STRICT;
  CREATE INDEX staged_snapshots_by_intake ON staged_snapshots (intake);
  `,
  `
  UPDATE categories SET error = json_set(error, '$.what', 'bytes', '$.limit', json_extract(error, '$.limitBytes'))
  WHERE error LIKE '{"kind":"too-large","limitBytes":%';
  UPDATE jobs SET error = json_set(error, '$.what', 'bytes', '$.limit', json_extract(error, '$.limitBytes'))
  WHERE error LIKE '{"kind":"too-large","limitBytes":%';
  UPDATE promo_receipts SET error = json_set(error, '$.what', 'bytes', '$.limit', json_extract(error, '$.limitBytes'))
  WHERE error LIKE '{"kind":"too-large","limitBytes":%';
  UPDATE orders SET error = json_set(error, '$.what', 'bytes', '$.limit', json_extract(error, '$.limitBytes'))
  WHERE error LIKE '{"kind":"too-large","limitBytes":%';
  UPDATE order_lookups SET error = json_set(error, '$.what', 'bytes', '$.limit', json_extract(error, '$.limitBytes'))
  WHERE error LIKE '{"kind":"too-large","limitBytes":%';
  UPDATE calls SET verdict = json_set(verdict, '$.error.what', 'bytes', '$.error.limit', json_extract(verdict, '$.error.limitBytes'))
  WHERE verdict LIKE '{"kind":"failed","error":{"kind":"too-large","limitBytes":%';
  `,
  `
  CREATE TABLE memory (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE stage_memory (
    stage TEXT NOT NULL REFERENCES stages ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (stage, name)
  ) STRICT;
  CREATE TABLE promo_draft (id INTEGER PRIMARY KEY CHECK (id = 1), profile_id TEXT, draft TEXT NOT NULL) STRICT;
  `,
  `
  ALTER TABLE shapes ADD COLUMN derivation INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE snapshots ADD COLUMN derivation INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE stages ADD COLUMN charset TEXT;
  ALTER TABLE stages ADD COLUMN has_header INTEGER;
  ALTER TABLE categories ADD COLUMN charset TEXT;
  ALTER TABLE categories ADD COLUMN has_header INTEGER;
  ALTER TABLE category_tables ADD COLUMN charset TEXT;
  ALTER TABLE category_tables ADD COLUMN readings INTEGER NOT NULL DEFAULT 0;
  `,
  'ALTER TABLE stages ADD COLUMN removed_at TEXT;',
  `
  CREATE TABLE start_lists (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stage TEXT NOT NULL UNIQUE REFERENCES stages ON DELETE CASCADE,
    file_name TEXT NOT NULL,
    joined_at TEXT NOT NULL,
    lines INTEGER NOT NULL,
    columns TEXT NOT NULL,
    people BLOB NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE screen_layouts (
    stage TEXT PRIMARY KEY REFERENCES stages ON DELETE CASCADE,
    layout TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE publishings (
    stage TEXT PRIMARY KEY REFERENCES stages ON DELETE CASCADE,
    state TEXT NOT NULL,
    base BLOB
  ) STRICT;
  `,
  `
  CREATE TABLE frozen_screens (
    stage TEXT NOT NULL REFERENCES stages ON DELETE CASCADE,
    screen TEXT NOT NULL,
    shown TEXT NOT NULL,
    contents TEXT NOT NULL,
    PRIMARY KEY (stage, screen)
  ) STRICT;
  CREATE TABLE frozen_contents (
    stage TEXT NOT NULL REFERENCES stages ON DELETE CASCADE,
    name TEXT NOT NULL,
    gzipped BLOB NOT NULL,
    PRIMARY KEY (stage, name)
  ) STRICT;
  `,
  `
  CREATE TABLE left_publish_secrets (stage TEXT PRIMARY KEY) STRICT;
  CREATE TRIGGER leave_publish_secret AFTER DELETE ON publishings
  BEGIN INSERT OR IGNORE INTO left_publish_secrets VALUES (OLD.stage); END;
  `,
  // A stage has one title: its own name, and that of its site only where it has none; a placeholder was never a name.
  `
  UPDATE stages SET name = '' WHERE name IN ('Stage ' || substr(guid, 1, 8), 'Этап ' || substr(guid, 1, 8));
  UPDATE stages SET name = (SELECT trim(p.state ->> '$.settings.title') FROM publishings p WHERE p.stage = stages.guid)
  WHERE trim(name) = '' AND EXISTS (SELECT 1 FROM publishings p WHERE p.stage = stages.guid AND json_valid(p.state) AND trim(p.state ->> '$.settings.title') <> '');
  UPDATE publishings SET state = json_remove(state, '$.settings.title') WHERE json_valid(state);
  `,
  `
  CREATE TABLE last_upkeep (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    session TEXT NOT NULL,
    at TEXT NOT NULL,
    is_doubtful INTEGER NOT NULL
  ) STRICT;
  `,
  // `session` names the doubt from now on.
  `
  CREATE TABLE site_files (place TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (place, path)) STRICT, WITHOUT ROWID;
  ALTER TABLE last_upkeep ADD COLUMN agreed_at TEXT;
  `,
  // Removed stages stay in the bin for a month from this step on.
  `
  CREATE TABLE data_ages (id INTEGER PRIMARY KEY, age INTEGER NOT NULL, at TEXT NOT NULL, last_reply INTEGER NOT NULL) STRICT;
  INSERT INTO data_ages (age, at, last_reply)
  SELECT 0, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), coalesce(max(id), 0) FROM snapshots;
  ALTER TABLE stages ADD COLUMN removed_age INTEGER;
  UPDATE stages SET removed_age = 0 WHERE removed_at > '';
  DROP TABLE last_upkeep;
  `,
]

/** Hashes of other texts that a step had before its first release, which led to tables that work alike. */
export const formerHashes: { readonly [step: number]: readonly string[] } = {
  3: ['559a81a55423ee8854ea06c0c3b55ec2daf3da170be4125cf6a2173e445bcdb4'],
  26: [
    '9d7f5e3213904d6358f81bddd0a73a498eceebb1b341812bfb345bf865b2796e',
    '1921fed95229d9ea7b4cab5a38cfa994c20ac4a046e37ada0c68b0ffaf5c2f44',
  ],
}
