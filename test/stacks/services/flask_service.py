"""Flask with Flask-SQLAlchemy, after its quickstart and its page on paging query results."""
import os

from flask import Flask, abort, jsonify, request
from flask_sqlalchemy import SQLAlchemy

app = Flask(__name__)
app.config["SQLALCHEMY_DATABASE_URI"] = "postgresql://"
db = SQLAlchemy(app)


class Project(db.Model):
    __tablename__ = "projects"
    id = db.Column(db.String, primary_key=True)
    name = db.Column(db.String)
    status = db.Column(db.String)
    created_at = db.Column(db.DateTime(timezone=True))
    updated_at = db.Column(db.DateTime(timezone=True))


@app.route("/v1/projects")
def projects():
    if request.headers.get("X-API-Key") != os.environ["API_KEY"]:
        abort(401)
    column = getattr(Project, request.args.get("sort_by", "created_at"))
    select = db.select(Project).order_by(column if request.args.get("order") == "asc" else column.desc())
    if request.args.get("status", "all") != "all":
        select = select.filter_by(status=request.args["status"])
    page = db.paginate(select, max_per_page=100)
    envelope = {"page": page.page, "per_page": page.per_page, "total_items": page.total}
    envelope |= {"total_pages": page.pages, "has_next": page.has_next, "has_prev": page.has_prev}
    names = Project.__table__.columns.keys()
    return jsonify(data=[{name: getattr(row, name) for name in names} for row in page], pagination=envelope)
