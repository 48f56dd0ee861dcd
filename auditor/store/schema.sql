CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE TABLE "scan" (
   "targets" TEXT,
   "started" TEXT,
   "finished" TEXT,
   "tool_version" TEXT,
   "model" TEXT,
   "model_sha256" TEXT,
   "reader" TEXT,
   "arguments" TEXT
);
CREATE TABLE "pages" (
   "id" INTEGER PRIMARY KEY,
   "url" TEXT NOT NULL,
   "state" TEXT NOT NULL,
   "depth" INTEGER NOT NULL,
   "final_url" TEXT,
   "http_status" INTEGER,
   "title" TEXT,
   "lang" TEXT,
   "links" TEXT
);
CREATE UNIQUE INDEX "idx_pages_url"
    ON "pages" ("url");
CREATE TABLE "pictures" (
   "sha256" TEXT PRIMARY KEY,
   "mime" TEXT,
   "width" INTEGER,
   "height" INTEGER,
   "size" INTEGER,
   "frames" INTEGER,
   "flat" INTEGER,
   "thumbnail" BLOB,
   "problem" TEXT,
   "words" TEXT,
   "lines" TEXT,
   "embedding" BLOB
, "number" INTEGER);
CREATE TABLE "images" (
   "id" INTEGER PRIMARY KEY,
   "page" INTEGER REFERENCES "pages"("id"),
   "ordinal" INTEGER,
   "status" TEXT,
   "priority" REAL,
   "quality" REAL,
   "compatibility" REAL,
   "relevance" REAL,
   "informativeness" REAL,
   "form" REAL,
   "purpose" TEXT,
   "kind" TEXT,
   "selector" TEXT,
   "alt" TEXT,
   "name" TEXT,
   "name_source" TEXT,
   "exposure" TEXT,
   "src" TEXT,
   "picture" TEXT REFERENCES "pictures"("sha256"),
   "heading" TEXT,
   "caption" TEXT,
   "reason" TEXT,
   "details" BLOB
, "picture_number" INTEGER);
CREATE UNIQUE INDEX "idx_images_page_ordinal"
    ON "images" ("page", "ordinal");
CREATE TABLE "findings" (
   "id" INTEGER PRIMARY KEY,
   "image" INTEGER REFERENCES "images"("id"),
   "rule" TEXT,
   "outcome" TEXT,
   "severity" TEXT
, "rule_number" INTEGER);
CREATE TABLE "site_findings" (
   "id" INTEGER PRIMARY KEY,
   "rule" TEXT,
   "outcome" TEXT,
   "severity" TEXT,
   "message" TEXT,
   "evidence" TEXT
);
CREATE TABLE "site_finding_images" (
   "site_finding" INTEGER REFERENCES "site_findings"("id"),
   "image" INTEGER REFERENCES "images"("id"),
   PRIMARY KEY ("site_finding", "image")
);
CREATE TABLE "skipped" (
   "id" INTEGER PRIMARY KEY,
   "subject" TEXT,
   "reason" TEXT,
   "page" TEXT
);
CREATE TABLE "decisions" (
   "id" INTEGER PRIMARY KEY,
   "subject" TEXT NOT NULL,
   "alt" TEXT,
   "name" TEXT NOT NULL,
   "choice" TEXT NOT NULL,
   "note" TEXT NOT NULL,
   "better" TEXT NOT NULL,
   "decided" TEXT NOT NULL
);
CREATE INDEX "idx_decisions_subject"
    ON "decisions" ("subject");
CREATE TABLE "articles" (
   "page" INTEGER PRIMARY KEY REFERENCES "pages"("id"),
   "details" BLOB
);
CREATE TABLE "article_images" (
   "image" INTEGER PRIMARY KEY REFERENCES "images"("id"),
   "details" BLOB
);
CREATE TABLE "use_decisions" (
   "id" INTEGER PRIMARY KEY,
   "subject" TEXT NOT NULL,
   "alt" TEXT,
   "name" TEXT NOT NULL,
   "page" TEXT NOT NULL,
   "selector" TEXT NOT NULL,
   "choice" TEXT NOT NULL,
   "note" TEXT NOT NULL,
   "better" TEXT NOT NULL,
   "decided" TEXT NOT NULL
);
CREATE INDEX "idx_use_decisions_subject"
    ON "use_decisions" ("subject");
CREATE TABLE "ratings" (
   "id" INTEGER PRIMARY KEY,
   "rater" TEXT NOT NULL,
   "page" TEXT NOT NULL,
   "picture" TEXT NOT NULL,
   "text_version" TEXT NOT NULL,
   "level" INTEGER NOT NULL,
   "seen" INTEGER NOT NULL,
   "rated" TEXT NOT NULL,
   "text" TEXT NOT NULL,
   "answers" TEXT NOT NULL,
   "note" TEXT NOT NULL
);
CREATE INDEX "idx_ratings_picture"
    ON "ratings" ("picture");
CREATE INDEX "idx_use_decisions_page_selector"
    ON "use_decisions" ("page", "selector");
CREATE TABLE "messages" (
   "text" TEXT PRIMARY KEY NOT NULL,
   "parts" TEXT NOT NULL
);
CREATE TABLE "site_messages" (
   "site_finding" INTEGER PRIMARY KEY REFERENCES "site_findings"("id"),
   "parts" BLOB NOT NULL
);
CREATE TABLE "shared_texts" (
   "page" INTEGER REFERENCES "pages"("id"),
   "first" INTEGER,
   "text" BLOB NOT NULL,
   PRIMARY KEY ("page", "first")
);
CREATE UNIQUE INDEX "idx_pictures_number"
    ON "pictures" ("number");
CREATE INDEX "idx_images_picture_number"
    ON "images" ("picture_number");
CREATE INDEX idx_images_picture on images (picture) where picture is not null;
CREATE VIEW "queue" AS select row_number() over (
             order by images.priority desc, coalesce(reach.uses, 1) desc, pages.url, images.ordinal
           ) as rank,
           images.*, coalesce(pictures.sha256, images.picture) as picture_sha256,
           pages.url as page_url, pages.title as page_title
           from images join pages on pages.id = images.page
           left join pictures on pictures.number = images.picture_number
           left join (select coalesce(picture_number, picture) as which, count(*) as uses
             from images group by which) as reach
             on reach.which = coalesce(images.picture_number, images.picture);
CREATE TABLE "rules" (
   "number" INTEGER PRIMARY KEY,
   "rule" TEXT NOT NULL
);
CREATE UNIQUE INDEX "idx_rules_rule"
    ON "rules" ("rule");
CREATE INDEX "idx_findings_rule_number"
    ON "findings" ("rule_number");
insert into _sqlite_migrations values (null, 'auditor', 'm001_scan_pages_images', strftime('%Y-%m-%d %H:%M:%f+00:00', 'now'));
insert into _sqlite_migrations values (null, 'auditor', 'm002_decisions', strftime('%Y-%m-%d %H:%M:%f+00:00', 'now'));
insert into _sqlite_migrations values (null, 'auditor', 'm003_articles', strftime('%Y-%m-%d %H:%M:%f+00:00', 'now'));
insert into _sqlite_migrations values (null, 'auditor', 'm004_use_decisions', strftime('%Y-%m-%d %H:%M:%f+00:00', 'now'));
insert into _sqlite_migrations values (null, 'auditor', 'm005_reach', strftime('%Y-%m-%d %H:%M:%f+00:00', 'now'));
insert into _sqlite_migrations values (null, 'auditor', 'm006_ratings', strftime('%Y-%m-%d %H:%M:%f+00:00', 'now'));
insert into _sqlite_migrations values (null, 'auditor', 'm007_places_of_use_decisions', strftime('%Y-%m-%d %H:%M:%f+00:00', 'now'));
insert into _sqlite_migrations values (null, 'auditor', 'm008_messages', strftime('%Y-%m-%d %H:%M:%f+00:00', 'now'));
insert into _sqlite_migrations values (null, 'auditor', 'm009_site_messages', strftime('%Y-%m-%d %H:%M:%f+00:00', 'now'));
insert into _sqlite_migrations values (null, 'auditor', 'm010_shared_texts', strftime('%Y-%m-%d %H:%M:%f+00:00', 'now'));
insert into _sqlite_migrations values (null, 'auditor', 'm011_picture_numbers', strftime('%Y-%m-%d %H:%M:%f+00:00', 'now'));
insert into _sqlite_migrations values (null, 'auditor', 'm012_rule_numbers', strftime('%Y-%m-%d %H:%M:%f+00:00', 'now'));
