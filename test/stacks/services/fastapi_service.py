"""FastAPI with SQLAlchemy, after its tutorials on SQL databases, bigger applications and API keys."""
import os

from fastapi import APIRouter, Depends, FastAPI, HTTPException
from fastapi.security import APIKeyHeader
from sqlalchemy import Column, DateTime, String, create_engine
from sqlalchemy.orm import Session, declarative_base, sessionmaker

SessionLocal = sessionmaker(bind=create_engine("postgresql://"))
Base = declarative_base()


class Project(Base):
    __tablename__ = "projects"
    id = Column(String, primary_key=True)
    name = Column(String)
    status = Column(String)
    created_at = Column(DateTime(timezone=True))
    updated_at = Column(DateTime(timezone=True))


def get_db():
    db = SessionLocal()
    try:
        yield db
    finally:
        db.close()


def check_key(key: str = Depends(APIKeyHeader(name="X-API-Key"))):
    if key != os.environ["API_KEY"]:
        raise HTTPException(status_code=403, detail="Could not validate credentials")


router = APIRouter(prefix="/v1/projects", dependencies=[Depends(check_key)])


@router.get("/")
def read_projects(
    page: int = 1, per_page: int = 20, status: str = "all", sort_by: str = "created_at", order: str = "desc",
    db: Session = Depends(get_db),
):
    projects = db.query(Project)
    if status != "all":
        projects = projects.filter(Project.status == status)
    total = projects.count()
    column = getattr(Project, sort_by)
    projects = projects.order_by(column if order == "asc" else column.desc())
    pages = -(-total // per_page)
    envelope = {"page": page, "per_page": per_page, "total_items": total}
    envelope |= {"total_pages": pages, "has_next": page < pages, "has_prev": page > 1}
    return {"data": projects.offset((page - 1) * per_page).limit(per_page).all(), "pagination": envelope}


app = FastAPI()
app.include_router(router)
